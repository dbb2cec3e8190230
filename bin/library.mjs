/**
 * Builds the package for other teams into dist/library: bundles, declarations, schemas, its own manifest. `npm
 * pack` makes one file of it (docs/guide/library.md).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './build.mjs';
import { listBundled, writeNotices } from './package/bundled-packages.mjs';

const out = join(root, 'dist/library');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

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
declare();
// The schemas of the language, for editors; without the product's contracts and our generators.
cpSync(join(root, 'schemas'), join(out, 'schemas'), {
  recursive: true,
  filter: (path) => !/(?:\/api|\/generate|\.m[jt]s)(?:\/|$)/.test(path.slice(root.length)),
});
cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
cpSync(join(root, 'docs/guide/library.md'), join(out, 'README.md'));
writeFileSync(join(out, 'NOTICES.txt'), writeNotices([...listBundled(['library']).keys()]));
mkdirSync(join(out, 'bin'), { recursive: true });
writeFileSync(join(out, 'bin/capiz.mjs'), COMMAND);
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
console.log('dist/library is written: npm pack ./dist/library');

function manifest() {
  const door = (name) => ({ types: `./types/src/library/${name}.d.ts`, default: `./dist/${name}.js` });
  const { react, 'react-hook-form': forms, valibot, wouter } = own.dependencies;
  const forTests = ['jsdom', '@testing-library/dom', '@testing-library/user-event'];
  const major = (version) => `^${version.split('.')[0]}.0.0`;
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    engines: { node: own.engines.node },
    bin: { capiz: 'bin/capiz.mjs' },
    exports: {
      '.': door('index'),
      './grammar': door('grammar'),
      './testing': door('testing'),
      './style.css': './dist/style.css',
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    peerDependencies: {
      react: major(react),
      'react-dom': major(react),
      // Widgets use the engine's forms, so the application must have the same version of react-hook-form. The
      // declarations of the package use types of valibot and wouter.
      'react-hook-form': forms,
      valibot,
      wouter,
      ...Object.fromEntries(forTests.map((name) => [name, `>=${own.devDependencies[name]}`])),
    },
    peerDependenciesMeta: Object.fromEntries(forTests.map((name) => [name, { optional: true }])),
  };
}

/** Writes declarations with tsc; replaces our import aliases by relative paths, and `.ts` by `.js`. */
function declare() {
  const types = join(out, 'types');
  const { status, stdout } = spawnSync('npx', ['tsc', '-p', 'src/library/tsconfig.json', '--outDir', types], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The declarations could not be written:\n${stdout}`);
  cpSync(
    join(root, 'renderer/grammar/validators.generated.d.ts'),
    join(types, 'renderer/grammar/validators.generated.d.ts'),
  );
  for (const path of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const file = join(types, path);
    const up = relative(dirname(file), types) || '.';
    const text = readFileSync(file, 'utf8')
      .replaceAll(/^import '[^']+\.css';\n/gm, '')
      .replaceAll(
        /(['"])#((?:renderer|src|schemas)\/[^'"]+)\1/g,
        `'${up.startsWith('.') ? up : `./${up}`}/$2'`,
      )
      .replaceAll(/((?:from |import\()['"]\.[^'"]+)\.tsx?(['"])/g, '$1.js$2')
      // Sources import a generated declaration by its full name (`x.generated.d.ts`), because its script is
      // in the same folder.
      .replaceAll('.generated.d.js', '.generated.js');
    writeFileSync(file, text);
  }
}
