// validators.generated.js for definitions and fixtures: precompiled ajv code, so that no schema is compiled
// at run time.
import { join } from 'node:path';
import { build } from 'vite';
import { bundleSchemas, DOCUMENTS } from './bundle.mjs';
import { BANNER, readSchema, SCHEMAS } from './model.mjs';
import { FIXTURES, writeFixtureValidators, writeValidators } from './validator-code.mjs';

/**
 * For `uniqueItems` Ajv compares items deeply with a function that fails on objects without a prototype. Our
 * lists have strings; other items are rejected by their type.
 */
const EQUAL = 'ajv/dist/runtime/equal';
const SAME = 'exports.default = (a, b) => a === b;';

export async function generateValidators() {
  return { code: await generated(writeValidators(bundleSchemas())), types: declarations() };
}

/** Generates the validators of fixtures, for src/simulator/service. */
export async function generateFixtureValidators() {
  return { code: await generated(writeFixtureValidators(readSchema)), types: fixtureDeclarations() };
}

async function generated(code) {
  return `${BANNER}// Written by ajv for speed and covered by its tests: types and style are not checked.\n// @ts-nocheck\n/* oxlint-disable */\n${await bundle(code)}`;
}

/** Ajv's code requires its runtime; bundling removes the import. */
async function bundle(code) {
  // A virtual file: its path only decides where packages are resolved.
  const entry = join(SCHEMAS, 'validators.mjs');
  const { output } = await build({
    configFile: false,
    root: join(SCHEMAS, '..'),
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry || id === EQUAL ? id : undefined),
        load: (id) => ({ [entry]: code, [EQUAL]: SAME })[id],
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', minify: true, comments: false },
      },
      modulePreload: false,
    },
  });
  return output[0].code;
}

function declarations() {
  return `${BANNER}
export interface ShapeError {
  readonly keyword: string;
  /** JSON Pointer. */
  readonly instancePath: string;
  readonly params: { readonly [name: string]: unknown };
}

export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

${DOCUMENTS.map((kind) => `export const ${kind}: Validate;`).join('\n')}
`;
}

function fixtureDeclarations() {
  return `${BANNER}
import type { ShapeError, Validate } from '#renderer/grammar/validators.generated.d.ts';

export interface FixtureError extends ShapeError {
  /** Location of the keyword in the schema. */
  readonly schemaPath: string;
  /** The keyword's own value. */
  readonly schema?: unknown;
  /** The schema that the keyword is in. */
  readonly parentSchema?: { readonly [keyword: string]: unknown };
  /** The invalid value. */
  readonly data?: unknown;
}

export interface ValidateFixture extends Validate {
  errors?: readonly FixtureError[] | null;
}

${FIXTURES.map((kind) => `export const ${kind}: ValidateFixture;`).join('\n')}
`;
}
