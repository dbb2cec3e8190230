// Ajv's code for every kind of document, and of fixtures.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { DOCUMENTS } from './bundle.mjs';

/** Ajv copies all earlier errors at each reference: a list of 80,000 faults took a minute. */
const CONCATENATION = /vErrors\.concat\(([\w.]+)\.errors\)/g;
const APPEND = 'function append(to, errors) { for (const error of errors) to.push(error); return to; }';

/**
 * One function a kind of document, as a module whose only need is ajv's own comparison.
 *
 * @param {object} bundle What `bundleSchemas` gives.
 */
export function writeValidators(bundle) {
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
  ajv.addVocabulary(['x-since', 'x-critical', 'x-words', 'x-writes']);
  ajv.addSchema(bundle, 'bundle');
  const code = standalone.default(
    ajv,
    Object.fromEntries(DOCUMENTS.map((kind) => [kind, `bundle#/$defs/${kind}`])),
  );
  return `${code.replaceAll(CONCATENATION, 'append(vErrors, $1.errors)')}\n${APPEND}`;
}

export const FIXTURES = ['scenario', 'service', 'states'];

/**
 * One function a kind of fixtures. Its errors have `parentSchema`, whose members a misspelt name is compared with.
 *
 * @param {(file: string) => object} read Reads a schema of this folder.
 */
export function writeFixtureValidators(read) {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    code: { source: true, esm: true },
  });
  const files = Object.fromEntries(FIXTURES.map((kind) => [kind, `${kind}.schema.json`]));
  for (const file of ['value.schema.json', ...Object.values(files)]) ajv.addSchema(read(file), file);
  return standalone.default(ajv, files);
}
