import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { renderBy, type RenderByEngine, type ScreenOfRelease } from './render-content.ts';
import type { RenderJob, RenderResult } from './render-in-thread.ts';

/* The worker thread that `renderInThread` starts: it renders screens with React. */

const file = pathToFileURL(join(import.meta.dirname, 'render-html.js'));
const engine = (await import(file.href)) as { renderContent: RenderByEngine };
const render = renderBy(engine.renderContent);
const screens = new Map<string, ScreenOfRelease>();
const answer = (result: RenderResult) => parentPort?.postMessage(result);

parentPort?.on('message', ({ id, name, screen, visit, isFirst }: RenderJob) => {
  if (isFirst) screens.clear();
  if (screen !== undefined) screens.set(name, screen);
  // The first job with this name has the screen.
  render(screens.get(name) as ScreenOfRelease, visit).then(
    (html) => answer({ id, html }),
    () => answer({ id, html: '' }),
  );
});
answer({ id: 0, html: '' });
