import { Form } from '@bpmn-io/form-js-viewer';
import '@bpmn-io/form-js-viewer/dist/assets/form-js.css';
import * as attack from './attacks.js';

/* The viewer of form-js. */

const SEND = { type: 'button', id: 'Send', key: 'send', action: 'submit', label: 'Send' };
const TEXT = { type: 'textfield', id: 'A', key: 'a', label: 'Name' };
const form = (...components) => ({
  make: () => ({ type: 'default', id: 'Form', schemaVersion: 19, components: [...components, SEND] }),
});
/** Large or deep definitions are created only when they are rendered. */
const made = (make) => ({ make: () => form(...make()).make() });

const definitions = {
  address: [
    { slot: 'a text with markdown', ...form({ type: 'text', id: 'A', text: attack.MARKDOWN_LINK }) },
    { slot: 'html', ...form({ type: 'html', id: 'A', content: attack.SCRIPT_LINK }) },
    { slot: 'an image', ...form({ type: 'image', id: 'A', source: attack.SCRIPT_ADDRESS, alt: 'A picture' }) },
    { slot: 'an iframe', ...form({ type: 'iframe', id: 'A', label: 'Rules', url: attack.SCRIPT_ADDRESS }) },
  ],
  markup: [
    { slot: 'a label', ...form({ ...TEXT, label: attack.SCRIPT_MARKUP }) },
    { slot: 'a description', ...form({ ...TEXT, description: attack.SCRIPT_MARKUP }) },
    { slot: 'a text', ...form({ type: 'text', id: 'A', text: attack.SCRIPT_MARKUP }) },
    { slot: 'html', ...form({ type: 'html', id: 'A', content: attack.SCRIPT_MARKUP }) },
    {
      slot: 'an option',
      ...form({ type: 'radio', id: 'A', key: 'a', label: 'A', values: [{ value: 'x', label: attack.SCRIPT_MARKUP }] }),
    },
  ],
  prototype: [
    { slot: 'a key __proto__', ...form({ ...TEXT, key: '__proto__', defaultValue: 'x' }) },
    { slot: 'a key __proto__.polluted', ...form({ ...TEXT, key: '__proto__.polluted', defaultValue: 'x' }) },
    {
      slot: 'a key constructor.prototype.polluted',
      ...form({ ...TEXT, key: 'constructor.prototype.polluted', defaultValue: 'x' }),
    },
    {
      slot: 'a group’s path __proto__',
      ...form({
        type: 'group',
        id: 'G',
        path: '__proto__',
        components: [{ ...TEXT, key: 'polluted', defaultValue: 'x' }],
      }),
    },
  ],
  pattern: [
    { slot: 'pattern', typed: attack.SLOW_TEXT, ...form({ ...TEXT, validate: { pattern: attack.SLOW_PATTERN } }) },
  ],
  depth: [
    {
      slot: 'groups',
      ...made(() => [
        attack.nest(attack.LEVELS, TEXT, (inner, level) => ({ type: 'group', id: `G${level}`, components: [inner] })),
      ]),
    },
  ],
  cycle: [
    {
      slot: 'expressions',
      ...form(
        { type: 'expression', id: 'X', key: 'x', expression: '=if y = null then 1 else y + 1', computeOn: 'change' },
        { type: 'expression', id: 'Y', key: 'y', expression: '=if x = null then 1 else x + 1', computeOn: 'change' },
        TEXT,
      ),
    },
    {
      slot: 'conditions',
      ...form(
        { ...TEXT, id: 'X', key: 'x', defaultValue: '1', conditional: { hide: '=y != null' } },
        { ...TEXT, id: 'Y', key: 'y', defaultValue: '1', conditional: { hide: '=x = null' } },
      ),
    },
  ],
  huge: [
    {
      slot: 'options',
      ...made(() => [
        {
          ...{ type: 'select', id: 'A', key: 'a', label: 'A' },
          values: attack.times(attack.MANY, (at) => ({ value: `o${at}`, label: `Option ${at}` })),
        },
      ]),
    },
    {
      slot: 'fields',
      ...made(() => attack.times(attack.MANY, (at) => ({ ...TEXT, id: `F${at}`, key: `f${at}` }))),
    },
  ],
  action: [{ slot: 'a button', ...form(TEXT, { ...SEND, id: 'Go', key: 'go', label: 'Go', action: 'alert(1)' }) }],
};

attack.expose({ definitions, draw: (root, schema) => new Form({ container: root }).importSchema(schema, {}) });
