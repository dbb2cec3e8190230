import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { useState } from 'react';
import { drawReact } from '../react.js';

/* JSON Forms with its plain renderers. It validates on every key; errors are shown after the first submit. */

function propertyOf({ kind, options, pattern, maxLength }) {
  if (kind === 'check') return { type: 'boolean', const: true };
  if (kind === 'choice')
    return { type: 'string', oneOf: options.map(({ value, label: title }) => ({ const: value, title })) };
  return {
    type: 'string',
    ...(kind === 'date' && { format: 'date' }),
    ...(pattern && { pattern }),
    ...(maxLength && { maxLength }),
  };
}

function elementOf({ name, label, under }) {
  const rule = under && {
    effect: 'is' in under ? 'SHOW' : 'HIDE',
    condition: { scope: `#/properties/${under.name}`, schema: { const: under.is ?? under.not } },
  };
  return { type: 'Control', scope: `#/properties/${name}`, label, ...(rule && { rule }) };
}

const nothing = () => undefined;

function Form({ schema, uischema, data }) {
  const [mode, setMode] = useState('ValidateAndHide');
  return (
    <>
      <JsonForms
        schema={schema}
        uischema={uischema}
        data={data}
        renderers={vanillaRenderers}
        cells={vanillaCells}
        validationMode={mode}
        onChange={nothing}
      />
      <button type="submit" onClick={() => setMode('ValidateAndShow')}>
        Send
      </button>
    </>
  );
}

export const page = {
  translate: (fields) => ({
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
      required: fields.filter(({ required, under }) => required && !(under && 'is' in under)).map(({ name }) => name),
    },
    uischema: { type: 'VerticalLayout', elements: fields.map(elementOf) },
    data: Object.fromEntries(fields.filter(({ initial }) => initial).map(({ name, initial }) => [name, initial])),
  }),
  draw: (root, form) => drawReact(root, <Form {...form} />),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => [...document.querySelectorAll('.validation_error')].filter((one) => one.textContent).length,
};
