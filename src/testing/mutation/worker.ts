/** A thread that tests planted faults: receives a document and its faults, returns a verdict for each. Started by run.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../pool.ts';
import { becomePage } from '../thread-page.ts';
import type { Judge } from './judge.ts';
import type { FaultJob, FaultAnswer } from './run.ts';

const { root } = workerData as Pick<WorkerStart, 'root'>;
await becomePage();
const { loadTestProject } = await import('../project.ts');
const { analyzeProject } = await import('#renderer/grammar/project.ts');
const { plantFaults } = await import('#renderer/grammar/mutation/plant.ts');
const { cutSlice } = await import('./slice.ts');
const { createJudge } = await import('./judge.ts');
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
let last: { readonly file: string; readonly judge: Judge } | undefined;

const port = parentPort;
if (port === null) throw new Error('This is a thread of capiz mutate.');
port.on('message', ({ file, indexes }: FaultJob) => {
  const answer = (one: FaultAnswer): void => port.postMessage(one);
  void (async () => {
    try {
      const judge =
        last?.file === file
          ? last.judge
          : createJudge(project, cutSlice(whole, project.files, file), collector);
      last = { file, judge };
      const faults = plantFaults(whole, readings, file);
      for (const index of indexes) {
        const fault = faults[index];
        if (fault !== undefined) answer({ index, noticed: await judge.judge(fault) });
      }
      await judge.finish();
      answer({ isDone: true });
    } catch (error) {
      answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  })();
});
