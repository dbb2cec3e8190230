/** Begins a try: `node tests/assistants/begin.mjs <folder> <wish>` makes a fresh project with the page of the wish, WISH.md. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const [folder, wish] = process.argv.slice(2);
if (folder === undefined || wish === undefined) {
  console.error('node tests/assistants/begin.mjs <folder> <wish>');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const { status, stderr } = spawnSync(
  process.execPath,
  [join(root, 'bin/capiz.mjs'), 'init', resolve(folder), '--name', 'Northwind'],
  { encoding: 'utf8' },
);
if (status !== 0) throw new Error(stderr);
// It imports the package, which is not installed in the folder.
rmSync(join(folder, 'capiz.config.mjs'));
copyFileSync(join(import.meta.dirname, 'wishes', `${wish}.md`), join(folder, 'WISH.md'));
console.log(`${folder}/WISH.md; then node tests/assistants/call.mjs ${folder} overview`);
