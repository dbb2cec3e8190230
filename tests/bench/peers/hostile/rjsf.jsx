import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { drawReact } from '../react.js';
import * as attack from './attacks.js';

/* react-jsonschema-form: a schema and a UI schema. */

const PLAIN = { type: 'string', title: 'Name' };
const object = (properties, more) => ({ schema: { type: 'object', properties, ...more } });
const field = (schema, uiSchema) => ({
  make: () => ({ ...object({ a: { ...PLAIN, ...schema } }), uiSchema: { a: uiSchema ?? {} } }),
});

const definitions = {
  address: [
    {
      slot: 'a description with markdown',
      ...field({ description: attack.MARKDOWN_LINK }, { 'ui:options': { enableMarkdownInDescription: true } }),
    },
    {
      slot: 'help with markdown',
      ...field({}, { 'ui:help': attack.MARKDOWN_LINK, 'ui:options': { enableMarkdownInHelp: true } }),
    },
    {
      slot: 'a file with a preview',
      ...field({ format: 'data-url', default: attack.SCRIPT_ADDRESS }, { 'ui:options': { filePreview: true } }),
    },
  ],
  markup: [
    { slot: 'a title', ...field({ title: attack.SCRIPT_MARKUP }) },
    { slot: 'a description', ...field({ description: attack.SCRIPT_MARKUP }) },
    {
      slot: 'a description with markdown',
      ...field({ description: attack.SCRIPT_MARKUP }, { 'ui:options': { enableMarkdownInDescription: true } }),
    },
    { slot: 'help', ...field({}, { 'ui:help': attack.SCRIPT_MARKUP }) },
    {
      slot: 'help with markdown',
      ...field({}, { 'ui:help': attack.SCRIPT_MARKUP, 'ui:options': { enableMarkdownInHelp: true } }),
    },
    { slot: 'an option', ...field({ oneOf: [{ const: 'x', title: attack.SCRIPT_MARKUP }] }) },
  ],
  prototype: [
    {
      slot: 'a property __proto__',
      text: `{"schema":{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string","default":"x"}}}}}}`,
    },
    {
      slot: 'a property constructor',
      text: `{"schema":{"type":"object","properties":{"constructor":{"type":"object","properties":{"prototype":{"type":"object","properties":{"polluted":{"type":"string","default":"x"}}}}}}}}`,
    },
  ],
  pattern: [{ slot: 'pattern', typed: attack.SLOW_TEXT, ...field({ pattern: attack.SLOW_PATTERN }) }],
  depth: [
    {
      slot: 'objects',
      make: () => ({ schema: attack.nest(attack.LEVELS, PLAIN, (a) => ({ type: 'object', properties: { a } })) }),
    },
  ],
  cycle: [
    {
      slot: 'an object that has itself',
      make: () =>
        object({ a: { $ref: '#/definitions/a' } }, {
          definitions: { a: { type: 'object', properties: { a: { $ref: '#/definitions/a' } } } },
        }),
    },
    {
      slot: 'a $ref to itself',
      make: () => object({ a: { $ref: '#/definitions/a' } }, { definitions: { a: { $ref: '#/definitions/a' } } }),
    },
  ],
  huge: [
    { slot: 'options', make: () => object({ a: { ...PLAIN, enum: attack.times(attack.MANY, (at) => `o${at}`) } }) },
    {
      slot: 'fields',
      make: () => object(Object.fromEntries(attack.times(attack.MANY, (at) => [`f${at}`, PLAIN]))),
    },
  ],
};

attack.expose({
  definitions,
  draw: (root, { schema, uiSchema }) =>
    drawReact(root, <Form schema={schema} uiSchema={uiSchema} validator={validator} />),
});
