// Ajv's code for all kinds of documents and fixtures.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { DOCUMENTS } from './bundle.mjs';

/** Ajv copies all earlier errors at each reference; with 80,000 errors this took a minute. */
const CONCATENATION = /vErrors\.concat\(([\w.]+)\.errors\)/g;
const APPEND = 'function append(to, errors) { for (const error of errors) to.push(error); return to; }';

/**
 * One function per kind of document, as a module that imports only ajv's own comparison.
 *
 * @param {object} bundle Result of `bundleSchemas`.
 */
export function writeValidators(bundle) {
  const ajv = new Ajv2020({
    discriminator: true,
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    // Lengths are in UTF-16 units, as everywhere in the grammar.
    unicode: false,
    inlineRefs: false,
    // Ajv logs that the option above is deprecated; all other strict-mode errors are thrown.
    logger: false,
    // Unions require their discriminator, but only their branches declare it.
    strictRequired: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  ajv.addVocabulary(['x-since', 'x-critical', 'x-words', 'x-writes', 'x-lowered', 'x-renamed']);
  ajv.addSchema(bundle, 'bundle');
  const code = standalone.default(
    ajv,
    Object.fromEntries(DOCUMENTS.map((kind) => [kind, `bundle#/$defs/${kind}`])),
  );
  return `${code.replaceAll(CONCATENATION, 'append(vErrors, $1.errors)')}\n${APPEND}`;
}

export const FIXTURES = ['scenario', 'service', 'states'];

/**
 * One function per kind of fixture. Its errors have `parentSchema`, whose members are the candidates for a
 * misspelt name.
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
