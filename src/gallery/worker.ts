/** The thread that reads and compiles the project, because a process has one language and reads a module once. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { completeSchemas } from '#src/extensions/complete-schema.ts';
import { loadConfig } from '#src/extensions/config.ts';
import { speak, warmUp } from '#src/extensions/speak.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { GalleryProject } from './project.ts';
import type { Adopted, Reply, Request, WorkerStart } from './threads.ts';

const { root, isSpare } = workerData as WorkerStart;
/** Generating the language takes 500 ms at first, and 230 ms from the fourth time on. */
const ROUNDS = 3;
let hasAdopted = false;
const project = new GalleryProject(root);

/** Reads capiz.config.mjs, and adds its widgets to the language unless that of another thread has them. */
async function adopt(known: string | undefined): Promise<Adopted> {
  hasAdopted = true;
  try {
    const { widgets = [], actions = [] } = (await loadConfig(root)) ?? {};
    // Texts for people and examples do not change what is valid.
    const language = JSON.stringify(completeSchemas({ widgets, actions }), (name, value: unknown) =>
      name === 'examples' || (name === 'description' && typeof value === 'string') ? undefined : value,
    );
    const listed = widgets.map(({ name, schema }) => ({ name, schema }));
    if (language !== known) await speak({ widgets, actions });
    project.list(listed);
    return { language, widgets: listed };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function answer(request: Request): unknown {
  switch (request.kind) {
    case 'adopt':
      return adopt(request.known);
    case 'contents':
      return project.contents(request.configFault);
    case 'example':
      return project.compile(request.node);
    case 'state':
      return project.open(request.screen, request.state);
    case 'list':
      project.list(request.widgets);
      return null;
    case 'forget':
      project.forget();
      return null;
  }
}

const port = parentPort;
if (port === null) throw new Error('This is a thread of capiz dev.');
port.on('message', ({ id, request }: { readonly id: number; readonly request: Request }) => {
  const reply = (one: Omit<Reply, 'id'>): void => port.postMessage({ id, ...one });
  void (async () => {
    try {
      reply({ result: await answer(request) });
    } catch (error) {
      reply({ fault: messageOf(error) });
    }
  })();
});
if (isSpare) warm(ROUNDS);

/** One round at a time, so that a request is not kept waiting. */
function warm(rounds: number): void {
  if (rounds === 0 || hasAdopted) return;
  warmUp();
  setImmediate(warm, rounds - 1);
}
// Every capiz.config.mjs imports it.
import(pathToFileURL(createRequire(join(root, 'capiz.config.mjs')).resolve('@capiz/renderer')).href).catch(
  () => undefined,
);
