/** Builds the extension for Visual Studio Code into dist/vscode (docs/guide/editors.md). */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const out = join(root, 'dist/vscode');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const SERVER = `// Starts the command line that the extension contains.
process.env.NODE_ENV ??= 'production';
const { main } = await import('./cli/main.js');
process.exitCode = await main(process.argv.slice(2));
`;

// Builds the command line if it is stale.
const { status } = spawnSync(process.execPath, [join(root, 'bin/capiz.mjs'), 'help'], { stdio: 'ignore' });
if (status !== 0) throw new Error('The command line could not be built.');

rmSync(out, { recursive: true, force: true });
const { build } = await import('vite');
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  // The editor has the module "vscode", and loads CommonJS.
  ssr: { noExternal: true, external: ['vscode'] },
  build: {
    ssr: true,
    outDir: out,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: 'src/vscode/extension.ts',
      external: ['vscode'],
      output: { format: 'cjs', entryFileNames: 'extension.cjs', codeSplitting: false },
    },
  },
});
const { version } = read('package.json');
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify({ ...read('src/vscode/manifest.json'), version }, null, 2)}\n`,
);
for (const [from, to] of [
  ['LICENSE', 'LICENSE'],
  ['docs/guide/editors.md', 'README.md'],
  ['dist/cli', 'server/cli'],
])
  cpSync(join(root, from), join(out, to), { recursive: true });
mkdirSync(join(out, 'server'), { recursive: true });
writeFileSync(join(out, 'server/package.json'), '{ "type": "module" }\n');
writeFileSync(join(out, 'server/capiz.mjs'), SERVER);
console.log('dist/vscode is written; in it: npx @vscode/vsce@3 package');
