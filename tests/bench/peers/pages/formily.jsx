import { createForm } from '@formily/core';
import { connect, createSchemaField, FormProvider, mapProps, observer, useField } from '@formily/react';
import { drawReact } from '../react.js';

/* Formily's core with native controls, without a component library. */

const withId = mapProps((props, field) => ({ ...props, id: field.props.name }));

const Input = connect(({ value, ...props }) => <input {...props} value={value ?? ''} />, withId);
const Check = connect(
  ({ value, onChange, ...props }) => (
    <input {...props} type="checkbox" checked={Boolean(value)} onChange={({ target }) => onChange(target.checked)} />
  ),
  withId,
);
const Select = connect(
  ({ options = [], value, ...props }) => (
    <select {...props} value={value ?? ''}>
      <option value="">–</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  ),
  mapProps({ dataSource: 'options' }),
  withId,
);
const Row = observer(({ children }) => {
  const field = useField();
  return (
    <div className="field">
      <label htmlFor={field.props.name}>{field.title}</label>
      {children}
      {field.selfErrors.length > 0 ? <p className="problem">{field.selfErrors[0]}</p> : null}
    </div>
  );
});

const SchemaField = createSchemaField({ components: { Input, Check, Select, Row } });
const COMPONENTS = { choice: 'Select', check: 'Check' };

function propertyOf({ label, kind, options, required, pattern, maxLength, under }) {
  const visible = under && `{{$deps[0] ${'is' in under ? '===' : '!=='} "${under.is ?? under.not}"}}`;
  return {
    type: kind === 'check' ? 'boolean' : 'string',
    title: label,
    required,
    'x-decorator': 'Row',
    'x-component': COMPONENTS[kind] ?? 'Input',
    ...(COMPONENTS[kind] === undefined && { 'x-component-props': { type: kind === 'date' ? 'date' : 'text' } }),
    ...(options && { enum: options }),
    ...(pattern && { pattern }),
    ...(maxLength && { maxLength }),
    ...(under && { 'x-reactions': { dependencies: [under.name], fulfill: { state: { visible } } } }),
  };
}

function Form({ form, schema }) {
  const send = (event) => {
    event.preventDefault();
    form.submit().catch(() => undefined);
  };
  return (
    <FormProvider form={form}>
      <form noValidate onSubmit={send}>
        <div>
          <SchemaField schema={schema} />
        </div>
        <button type="submit">Send</button>
      </form>
    </FormProvider>
  );
}

export const page = {
  translate: (fields) => ({
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    },
    initialValues: Object.fromEntries(
      fields.filter(({ initial }) => initial).map(({ name, initial }) => [name, initial]),
    ),
  }),
  draw: (root, { schema, initialValues }) =>
    drawReact(root, <Form form={createForm({ initialValues })} schema={schema} />),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.problem').length,
};
