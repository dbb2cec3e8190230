// renderer/grammar/validators.generated.js: ajv's code, so that no schema is compiled where documents are read.
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'vite';
import { bundleSchemas, DOCUMENTS } from './bundle.mjs';
import { BANNER, SCHEMAS } from './model.mjs';

/**
 * Ajv compares items of `uniqueItems` deeply with a function that fails on objects without a prototype.
 * Ours are lists of strings; anything else in them is refused by its type.
 */
const EQUAL = 'ajv/dist/runtime/equal';
const SAME = 'exports.default = (a, b) => a === b;';

/** Ajv copies all earlier errors at each reference: a list of 80,000 faults took a minute. */
const CONCATENATION = /vErrors\.concat\(([\w.]+)\.errors\)/g;
const APPEND = 'function append(to, errors) { for (const error of errors) to.push(error); return to; }';

export async function generateValidators() {
  const ajv = new Ajv2020({
    discriminator: true,
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    // Lengths are UTF-16 units, as everywhere in the grammar.
    unicode: false,
    inlineRefs: false,
    // The option above is said to be deprecated; everything else that strict mode minds is thrown.
    logger: false,
    // Unions require their discriminator and leave its declaration to their branches.
    strictRequired: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  ajv.addVocabulary(['x-since', 'x-critical', 'x-words']);
  ajv.addSchema(bundleSchemas(), 'bundle');
  const code = standalone.default(
    ajv,
    Object.fromEntries(DOCUMENTS.map((kind) => [kind, `bundle#/$defs/${kind}`])),
  );
  const linear = `${code.replaceAll(CONCATENATION, 'append(vErrors, $1.errors)')}\n${APPEND}`;
  return {
    code: `${BANNER}// @ts-nocheck\n/* oxlint-disable */\n${await bundle(linear)}`,
    types: declarations(),
  };
}

/** Ajv's code requires its runtime; bundled, the file stands alone. */
async function bundle(code) {
  // Named, never written: where it would stand decides where packages are found.
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
