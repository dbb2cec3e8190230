/**
 * `npm run dev [folder]`: serves a project while it is edited, by default this one. Definitions, contracts and
 * fixtures are compiled and shown without a build. After a change of the page's or the server's code the build
 * runs first, and a change of the server restarts it.
 */
import { fork } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildStale, NOT_SOURCES, root } from './build.mjs';

const LOOK_EVERY_MS = 300;
const project = resolve(process.argv[2] ?? root);
const DEFINITIONS = ['screens', 'schemas/api', 'fixtures'].map((folder) => join(project, folder));
const CODE = ['renderer', 'src', 'schemas', 'screens/theme', 'screens/app.json'].map((path) =>
  join(root, path),
);

process.chdir(root);
console.error(
  'Capiz is starting. After a change of its own code it builds first, which takes half a minute or more.',
);
let server;
const failure = await build();
start();
if (failure !== undefined) tell(failure);

let definitions = sign(DEFINITIONS);
let code = sign(CODE, NOT_SOURCES);
for (;;) {
  await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  const newDefinitions = sign(DEFINITIONS);
  const newCode = sign(CODE, NOT_SOURCES);
  if (newDefinitions === definitions && newCode === code) continue;
  // An editor may still be writing: check once more before reading.
  if (newDefinitions !== sign(DEFINITIONS) || newCode !== sign(CODE, NOT_SOURCES)) continue;
  const isDefinition = newDefinitions !== definitions;
  const isCode = newCode !== code;
  [definitions, code] = [newDefinitions, newCode];
  if (isDefinition) tell({ kind: 'changed' });
  if (isCode) tell((await build()) ?? { kind: 'changed' });
}

/** Builds what is stale, and restarts the server if it was built. */
async function build() {
  try {
    const built = await buildStale();
    if (server !== undefined && built.includes('server')) {
      server.removeAllListeners('exit');
      server.once('exit', start);
      server.kill();
    }
    return undefined;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The server stops itself when this process ends for any reason. */
function start() {
  server = fork(join(root, 'dist/server/main.js'), ['--dev', project], { stdio: 'inherit' });
  server.once('exit', (status) => process.exit(status ?? 1));
}

function tell(message) {
  if (server.connected) server.send(message);
}

/** A text that changes with the name, size or time of any file in these places. */
function sign(places, except = []) {
  return places.flatMap((path) => list(path, except)).join('\n');
}

function list(path, except) {
  if (except.includes(path)) return [];
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [`${path} ${stats.size} ${stats.mtimeMs}`];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && !name.endsWith('~'))
    .sort()
    .flatMap((name) => list(join(path, name), except));
}
