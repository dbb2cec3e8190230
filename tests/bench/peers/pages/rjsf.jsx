import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { drawReact } from '../react.js';

/* react-jsonschema-form with ajv, conditions by if and then. */

function propertyOf({ label, kind, options, pattern, maxLength }) {
  if (kind === 'check') return { type: 'boolean', title: label, const: true };
  if (kind === 'choice')
    return { type: 'string', title: label, oneOf: options.map(({ value, label: title }) => ({ const: value, title })) };
  return {
    type: 'string',
    title: label,
    ...(kind === 'date' && { format: 'date' }),
    ...(pattern && { pattern }),
    ...(maxLength && { maxLength }),
  };
}

const schemaOf = (fields) => ({
  properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
});

function conditionOf({ name, is, not }) {
  return { properties: { [name]: { const: is ?? not } }, required: [name] };
}

function translate(fields) {
  const conditions = new Map();
  for (const field of fields.filter(({ under }) => under)) {
    const key = JSON.stringify(field.under);
    conditions.set(key, [...(conditions.get(key) ?? []), field]);
  }
  return {
    schema: {
      type: 'object',
      ...schemaOf(fields.filter(({ under }) => !under)),
      allOf: [...conditions.values()].map((dependents) => {
        const { under } = dependents[0];
        const shown = schemaOf(dependents);
        return {
          if: conditionOf(under),
          ...('is' in under ? { then: shown, else: {} } : { then: {}, else: shown }),
        };
      }),
    },
    uiSchema: { 'ui:order': fields.map(({ name }) => name) },
    data: Object.fromEntries(fields.filter(({ initial }) => initial).map(({ name, initial }) => [name, initial])),
  };
}

export const page = {
  translate,
  draw: (root, { schema, uiSchema, data }) =>
    drawReact(
      root,
      <Form schema={schema} uiSchema={uiSchema} initialFormData={data} validator={validator} noHtml5Validate />,
    ),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.rjsf-field-string .error-detail').length,
};
