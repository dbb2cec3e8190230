/** `npm start`: builds what is stale and serves it. Settings: PORT, HOST, CAPIZ_UPSTREAM, CAPIZ_DEMO. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listStale, PAGES } from './build.mjs';
import { canBuild } from './can-build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const server = join(root, 'dist/server/main.js');

process.chdir(root);
// To stderr: with CAPIZ_LOG=json, stdout has one JSON object per line.
console.error('Capiz is starting.');
const isSource = canBuild(root);
const stale = isSource ? listStale() : [];
if (stale.length > 0) {
  console.error(
    `Building what is new: ${stale.join(', ')}. The first time this takes half a minute or more.`,
  );
  // Builds in a separate process; otherwise the server would retain the memory of the build.
  const args = [join(root, 'bin/build.mjs'), '--quiet', ...PAGES];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const isBuilt = existsSync(server) && existsSync(join(root, 'dist/borrower/index.html'));
  if (status !== 0 && !isBuilt) process.exit(2);
  // Published releases are in the registry, so a broken theme in the working folder must not prevent the start.
  if (status !== 0) console.error('The build failed: what was built before is served.');
}
await import(pathToFileURL(server).href);
// After the server listens: nobody waits for the documentation.
if (isSource && listStale(['docs']).length > 0) buildDocs();

function buildDocs() {
  const args = [join(root, 'bin/build.mjs'), '--quiet', 'docs'];
  const build = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  build.stderr.on('data', (piece) => (said += piece));
  build.on('close', (status) => {
    if (status !== 0) console.error(`${said}\nThe documentation was not built. npm run build says more.`);
  });
  // A server that ends does not wait for it, and leaves no build behind.
  process.on('exit', () => build.kill());
}
