import { Form } from '@bpmn-io/form-js-viewer';
import '@bpmn-io/form-js-viewer/dist/assets/form-js.css';

/* The viewer of form-js. It takes keys and conditions over 300 ms later. */

function componentOf({ name, label, kind, options, required, pattern, maxLength, under }) {
  const condition = under && `=${under.name} ${'is' in under ? '!=' : '='} "${under.is ?? under.not}"`;
  const common = {
    key: name,
    id: `Field_${name}`,
    label,
    validate: { ...(required && { required }) },
    ...(condition && { conditional: { hide: condition } }),
  };
  if (kind === 'choice') return { ...common, type: 'select', values: options };
  if (kind === 'check') return { ...common, type: 'checkbox' };
  if (kind === 'date') return { ...common, type: 'datetime', subtype: 'date', dateLabel: label };
  const validate = { ...common.validate, ...(pattern && { pattern }), ...(maxLength && { maxLength }) };
  return { ...common, type: 'textfield', validate };
}

const SEND = { type: 'button', id: 'Send', key: 'send', action: 'submit', label: 'Send' };

export const page = {
  quietMs: 350,
  translate: (fields) => ({
    schema: {
      type: 'default',
      id: 'Form',
      schemaVersion: 18,
      components: [...fields.map(componentOf), SEND],
    },
    data: Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  }),
  draw: (root, { schema, data }) => void new Form({ container: root }).importSchema(schema, data),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.fjs-form-field-error').length,
};
