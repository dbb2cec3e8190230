import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { useState } from 'react';
import { drawReact } from '../react.js';
import * as attack from './attacks.js';

/* JSON Forms with its plain renderers: a schema and a UI schema. */

const STRING = { type: 'string' };
const control = (scope, more) => ({ type: 'Control', scope, ...more });
const A = control('#/properties/a');
const schemaOf = (a) => ({ type: 'object', properties: { a } });
const form = (a, elements = [A]) => ({
  make: () => ({ schema: schemaOf(a), uischema: { type: 'VerticalLayout', elements } }),
});

const definitions = {
  markup: [
    { slot: 'a label', ...form(STRING, [{ ...A, label: attack.SCRIPT_MARKUP }]) },
    { slot: 'a description', ...form({ ...STRING, description: attack.SCRIPT_MARKUP }) },
    { slot: 'a text', ...form(STRING, [{ type: 'Label', text: attack.SCRIPT_MARKUP }, A]) },
    { slot: 'an option', ...form({ oneOf: [{ const: 'x', title: attack.SCRIPT_MARKUP }] }) },
  ],
  prototype: [
    {
      slot: 'a property __proto__',
      text: `{"schema":{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string","default":"x"}}}}},"uischema":{"type":"VerticalLayout","elements":[{"type":"Control","scope":"#/properties/__proto__/properties/polluted"}]}}`,
    },
    {
      slot: 'a property constructor',
      text: `{"schema":{"type":"object","properties":{"constructor":{"type":"object","properties":{"prototype":{"type":"object","properties":{"polluted":{"type":"string","default":"x"}}}}}}},"uischema":{"type":"VerticalLayout","elements":[{"type":"Control","scope":"#/properties/constructor/properties/prototype/properties/polluted"}]}}`,
    },
  ],
  pattern: [{ slot: 'pattern', typed: attack.SLOW_TEXT, ...form({ ...STRING, pattern: attack.SLOW_PATTERN }) }],
  depth: [
    {
      slot: 'layouts',
      make: () => ({
        schema: schemaOf(STRING),
        uischema: attack.nest(attack.LEVELS, A, (inner) => ({ type: 'VerticalLayout', elements: [inner] })),
      }),
    },
  ],
  cycle: [
    {
      slot: 'an object that has itself',
      make: () => ({
        schema: {
          ...schemaOf({ $ref: '#/definitions/a' }),
          definitions: { a: { type: 'object', properties: { a: { $ref: '#/definitions/a' } } } },
        },
      }),
    },
    {
      slot: 'a $ref to itself',
      make: () => ({
        schema: { ...schemaOf({ $ref: '#/definitions/a' }), definitions: { a: { $ref: '#/definitions/a' } } },
      }),
    },
  ],
  huge: [
    { slot: 'options', make: () => form({ ...STRING, enum: attack.times(attack.MANY, (at) => `o${at}`) }).make() },
    {
      slot: 'fields',
      make: () => {
        const names = attack.times(attack.MANY, (at) => `f${at}`);
        return {
          schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, STRING])) },
          uischema: { type: 'VerticalLayout', elements: names.map((name) => control(`#/properties/${name}`)) },
        };
      },
    },
  ],
};

function Form({ schema, uischema }) {
  const [data, setData] = useState({});
  return (
    <JsonForms
      {...{ schema, uischema, data }}
      renderers={vanillaRenderers}
      cells={vanillaCells}
      onChange={({ data: changed }) => setData(changed)}
    />
  );
}

attack.expose({ definitions, draw: (root, json) => drawReact(root, <Form {...json} />) });
