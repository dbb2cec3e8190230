/**
 * Builds the packages for other teams: `@capiz/renderer` in dist/library/renderer, for pages, and `capiz` in
 * dist/library/capiz, with the command and the tools. `npm pack` makes a file of each (docs/guide/library.md).
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { declare } from './library/declare.mjs';
import { divide } from './library/divide.mjs';
import { manifests, RENDERER } from './library/manifests.mjs';
import { writeNotices } from './package/bundled-packages.mjs';

const out = join(root, 'dist/library');
const built = join(out, 'build');
const declared = join(out, 'declared');
const FOLDERS = { [RENDERER]: join(out, 'renderer'), capiz: join(out, 'capiz') };

const COMMAND = `#!/usr/bin/env node
// Renders screens with the production build of React, as borrowers get it.
process.env.NODE_ENV ??= 'production';
const { main } = await import('../dist/command-line.js');
process.exitCode = await main(process.argv.slice(2));
`;

rmSync(out, { recursive: true, force: true });
const { build } = await import('vite');
process.env.NODE_ENV = 'production';
await build({ configFile: join(root, 'src/library/vite.config.ts'), logLevel: 'warn' });
const { entries, imports, packages } = JSON.parse(readFileSync(join(built, 'contents.json'), 'utf8'));
declare(declared);
divide(FOLDERS, {
  ...{ from: built, to: 'dist', ending: '.js', first: ['renderer'], second: entries },
  // Without packages.
  importsOf: (module) =>
    imports[`${module}.js`].filter((file) => imports[file]).map((file) => file.replace(/\.js$/, '')),
});
divide(FOLDERS, {
  ...{ from: declared, to: 'types', ending: '.d.ts' },
  ...{ first: ['src/library/renderer'], second: ['compile', 'grammar', 'testing', 'vite'].map(atLibrary) },
});

const renderer = FOLDERS[RENDERER];
const entry = join(renderer, 'dist/renderer.js');
// Next.js renders modules with this directive in the browser too.
writeFileSync(entry, `'use client';\n${readFileSync(entry, 'utf8')}`);
cpSync(join(built, 'style.css'), join(renderer, 'dist/style.css'));
writeFileSync(join(renderer, 'types/style.css.d.ts'), 'export {};\n');
// The schemas of the language, for editors; without the product's contracts and our generators.
cpSync(join(root, 'schemas'), join(FOLDERS.capiz, 'schemas'), {
  recursive: true,
  filter: (path) => !/(?:\/api|\/generate|\.m[jt]s)(?:\/|$)/.test(path.slice(root.length)),
});
cpSync(join(root, 'src/library/client.d.ts'), join(FOLDERS.capiz, 'types/client.d.ts'));
mkdirSync(join(FOLDERS.capiz, 'bin'));
writeFileSync(join(FOLDERS.capiz, 'bin/capiz.mjs'), COMMAND, { mode: 0o755 });
for (const [name, folder] of Object.entries(FOLDERS)) {
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'docs/guide/library.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'NOTICES.txt'), noticesOf(folder));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifests[name], null, 2)}\n`);
}
rmSync(built, { recursive: true });
rmSync(declared, { recursive: true });
console.log('dist/library is written: npm pack ./dist/library/renderer ./dist/library/capiz');

function atLibrary(name) {
  return `src/library/${name}`;
}

/** Licences of the third-party packages whose code is in the bundles. */
function noticesOf(folder) {
  const names = new Set(readdirSync(join(folder, 'dist')).flatMap((file) => packages[file] ?? []));
  return writeNotices([...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `node_modules/${name}`));
}
