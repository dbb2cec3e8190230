/** A thread that tests planted faults: receives a document and its faults, returns a verdict for each. Started by run.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../pool.ts';
import { becomePage } from '../thread-page.ts';
import type { FaultTester } from './fault-tester.ts';
import type { FaultJob, FaultAnswer } from './run.ts';

const { root } = workerData as Pick<WorkerStart, 'root'>;
await becomePage();
const { loadTestProject } = await import('../project.ts');
const { analyzeProject } = await import('#renderer/grammar/project.ts');
const { plantFaults } = await import('#renderer/grammar/mutation/plant.ts');
const { cutSlice } = await import('./slice.ts');
const { createFaultTester } = await import('./fault-tester.ts');
const { createCollector } = await import('../coverage/collect.ts');
const { prepareScreens } = await import('../prepare.ts');
const { adoptConfig } = await import('#src/extensions/config.ts');
const { register } = await import('#src/extensions/register.ts');

await adoptConfig(root, register);
const project = loadTestProject(root);
await prepareScreens(project.release.plans.values());
const readings: Parameters<typeof plantFaults>[1][number][] = [];
const collector = createCollector(project);
const whole = analyzeProject(project.files, readings);
let last: { readonly file: string; readonly tester: FaultTester } | undefined;

const port = parentPort;
if (port === null) throw new Error('This is a thread of capiz mutate.');
port.on('message', ({ file, indexes }: FaultJob) => {
  const answer = (one: FaultAnswer): void => port.postMessage(one);
  void (async () => {
    try {
      const tester =
        last?.file === file
          ? last.tester
          : createFaultTester(project, cutSlice(whole, project.files, file), collector);
      last = { file, tester };
      const faults = plantFaults(whole, readings, file);
      for (const index of indexes) {
        const fault = faults[index];
        if (fault !== undefined) answer({ index, noticed: await tester.test(fault) });
      }
      await tester.finish();
      answer({ isDone: true });
    } catch (error) {
      answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  })();
});
