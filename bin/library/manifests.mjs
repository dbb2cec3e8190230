import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build.mjs';

export const RENDERER = '@capiz/renderer';

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { react, 'react-hook-form': forms, valibot, wouter } = own.dependencies;

const major = (version) => `^${version.split('.')[0]}.0.0`;
const entry = (name) => ({ types: `./types/src/library/${name}.d.ts`, default: `./dist/${name}.js` });
const internal = { './dist/*.js': './dist/*.js', './types/*.js': { types: './types/*.d.ts' } };

const COMMON = {
  version: own.version,
  license: own.license,
  type: 'module',
  engines: { node: own.engines.node },
};
const PEERS = {
  react: major(react),
  'react-dom': major(react),
  // Widgets use the engine's forms, and the engine relies on the behaviour of this version.
  'react-hook-form': forms,
};
/** Only some projects test screens, or use Vite. */
const OPTIONAL = ['jsdom', '@testing-library/dom', '@testing-library/user-event', 'vite'];

/** The package.json of each package. */
export const manifests = {
  [RENDERER]: {
    name: RENDERER,
    ...COMMON,
    description: 'Screens as data, shown by React: the engine of Capiz',
    files: ['dist', 'types', 'NOTICES.txt'],
    sideEffects: ['**/*.css'],
    exports: {
      '.': entry('renderer'),
      // The declaration is for TypeScript, which refuses the import of an unknown file.
      './style.css': { types: './types/style.css.d.ts', default: './dist/style.css' },
      './package.json': './package.json',
      // For the package `capiz` of the same version; not an API.
      ...internal,
    },
    // Their types are in the declarations.
    dependencies: { valibot, wouter },
    peerDependencies: PEERS,
  },
  capiz: {
    name: 'capiz',
    ...COMMON,
    description: 'Screens as data: the command line, the checker, the compiler and tests of Capiz',
    files: ['bin', 'dist', 'types', 'schemas', 'NOTICES.txt'],
    bin: { capiz: 'bin/capiz.mjs' },
    exports: {
      './compile': entry('compile'),
      './grammar': entry('grammar'),
      './testing': entry('testing'),
      './vite': entry('vite'),
      './client': { types: './types/client.d.ts' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    dependencies: { [RENDERER]: own.version, valibot, wouter },
    peerDependencies: {
      ...PEERS,
      ...Object.fromEntries(OPTIONAL.map((name) => [name, `>=${own.devDependencies[name]}`])),
    },
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  },
};
