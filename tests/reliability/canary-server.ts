import { join } from 'node:path';
import { type RenderContent, type Visit } from '#src/server/content/render-content.ts';
import { renderInThread } from '#src/server/content/render-in-thread.ts';
import { createLog } from '#src/server/log.ts';
import { openRegistry } from '#src/server/registry/open-registry.ts';
import { serveRegistry } from '#src/server/registry/serve-registry.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { startServer } from '#src/server/start.ts';
import { testProject } from '#src/server/testing.ts';
import { canaryFilesOf } from './canary-project.ts';

/**
 * A server that renders screens with the data of borrowers: `node canary-server.js <folder> <loan service> <fault or ->`.
 * It prints its address, and then its log. The planted fault is `leaks`: it renders with the last replies, and logs
 * what an address says about its visitor.
 */
const [folder = '', upstream = '', fault = '-'] = process.argv.slice(2);

const settings = readSettings({
  PORT: '0',
  CAPIZ_DATA: folder,
  CAPIZ_UPSTREAM: upstream,
  CAPIZ_LOG: 'json',
}) as Settings;
const log = createLog((text) => process.stdout.write(text), 'json', Date.now);
const render = renderInThread(join(import.meta.dirname, 'render-thread.js'));

let last: Visit['replies'] = [];
const renderLeaking: RenderContent = (screen, visit) => {
  log('Rendered', { session: JSON.stringify(visit.session) });
  // The engine looks a reply up by its request, so the last reply gets the key of this one.
  const replies = visit.replies.map(([key, reply], at) => [key, last[at]?.[1] ?? reply] as const);
  last = visit.replies;
  return render(screen, { ...visit, replies });
};
const renderContent = fault === 'leaks' ? renderLeaking : render;

const registry = await openRegistry(
  { address: settings.database, folder: settings.folder },
  () => canaryFilesOf(0),
  Date.now,
);
const makeSource = await serveRegistry(registry, log, { reportSample: 0 });
const { origin } = await startServer(
  settings,
  { ...testProject, readBuilt: () => ({ ...testProject.readBuilt(), renderContent }) },
  log,
  makeSource,
);
process.stdout.write(`Listens at ${origin}\n`);
