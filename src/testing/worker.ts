/** A thread that renders: receives a screen, returns its states. Started by pool.ts. */
import '#renderer/kit/base.css';
import 'virtual:capiz/theme.css';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Job, WorkerStart } from './pool.ts';
import { becomePage } from './thread-page.ts';

const { root, covers } = workerData as WorkerStart;

await becomePage();
// Tests run the production build, without React's development warnings.
const { createProjectReader } = await import('./project.ts');
const { runScreen } = await import('./run-screen.ts');
const { adoptConfig } = await import('#src/extensions/config.ts');
const { register } = await import('#src/extensions/register.ts');
await adoptConfig(root, register);
const reader = createProjectReader(root);
let project = reader.read();
let version = 0;
const collector = covers ? (await import('./coverage/collect.ts')).createCollector(project) : undefined;

const port = parentPort;
if (port === null) throw new Error('This is a thread of capiz test.');
port.on('message', (job: Job) => {
  const answer = (one: Answer): void => port.postMessage(one);
  void (async () => {
    try {
      if (job.version !== undefined && job.version !== version) {
        project = reader.read();
        version = job.version;
      }
      const { screen, names, scripts, languages, keepsPages } = job;
      collector?.forget();
      answer({
        drawn: await runScreen(collector?.project ?? project, screen, {
          watch: collector?.watch,
          keepsPages,
          ...(languages && { languages }),
          ...(names && { wants: ({ name }) => names.includes(name) }),
          ...(scripts && { plays: ({ name }) => scripts.includes(name) }),
        }),
        ...(collector && { hits: [...collector.hits] }),
      });
    } catch (error) {
      answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  })();
});
