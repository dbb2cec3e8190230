import { defineCatalog } from '@json-render/core';
import { defineRegistry, JSONUIProvider, Renderer, useBoundProp, useFieldValidation } from '@json-render/react';
import { schema } from '@json-render/react/schema';
import { z } from 'zod';
import { drawReact } from '../react.js';

/* json-render with a catalogue of five components, validated on submit. */

const common = { name: z.string(), label: z.string(), value: z.any(), checks: z.array(z.any()).nullable() };

const catalog = defineCatalog(schema, {
  components: {
    Form: { props: z.object({}), slots: ['default'], description: 'A form' },
    Input: { props: z.object({ ...common, type: z.string() }), description: 'A control for text' },
    Select: { props: z.object({ ...common, options: z.array(z.any()) }), description: 'One of several' },
    Check: { props: z.object(common), description: 'Yes or no' },
    Button: { props: z.object({ label: z.string() }), description: 'A button' },
  },
  actions: {},
});

function useControl({ value: given, checks }, bindings) {
  const [value, setValue] = useBoundProp(given, bindings?.value);
  const validation = checks?.length ? { checks, validateOn: 'submit' } : undefined;
  const { errors } = useFieldValidation(bindings?.value ?? '', validation);
  return { value, setValue, problem: errors[0] };
}

const Row = ({ name, label, problem, children }) => (
  <div className="field">
    <label htmlFor={name}>{label}</label>
    {children}
    {problem === undefined ? null : <p className="problem">{problem}</p>}
  </div>
);

const { registry } = defineRegistry(catalog, {
  components: {
    Form: ({ children }) => <div>{children}</div>,
    Input: ({ props, bindings }) => {
      const { value, setValue, problem } = useControl(props, bindings);
      return (
        <Row {...props} problem={problem}>
          <input
            id={props.name}
            type={props.type}
            value={value ?? ''}
            onChange={({ target }) => setValue(target.value)}
          />
        </Row>
      );
    },
    Select: ({ props, bindings }) => {
      const { value, setValue, problem } = useControl(props, bindings);
      return (
        <Row {...props} problem={problem}>
          <select id={props.name} value={value ?? ''} onChange={({ target }) => setValue(target.value)}>
            <option value="">–</option>
            {props.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </Row>
      );
    },
    Check: ({ props, bindings }) => {
      const { value, setValue, problem } = useControl(props, bindings);
      return (
        <Row {...props} problem={problem}>
          <input
            id={props.name}
            type="checkbox"
            checked={Boolean(value)}
            onChange={({ target }) => setValue(target.checked)}
          />
        </Row>
      );
    },
    Button: ({ props, emit }) => (
      <button type="submit" onClick={() => emit('press')}>
        {props.label}
      </button>
    ),
  },
});

const TYPES = { choice: 'Select', check: 'Check' };

function elementOf({ name, label, kind, options, required, pattern, maxLength, under }) {
  const checks = [
    ...(required ? [{ type: 'required', message: 'Required' }] : []),
    ...(pattern ? [{ type: 'pattern', args: { pattern }, message: 'Invalid' }] : []),
    ...(maxLength ? [{ type: 'maxLength', args: { max: maxLength }, message: 'Invalid' }] : []),
  ];
  return {
    type: TYPES[kind] ?? 'Input',
    props: {
      name,
      label,
      value: { $bindState: `/form/${name}` },
      checks,
      ...(options ? { options } : { type: kind === 'date' ? 'date' : 'text' }),
    },
    ...(under && {
      visible: {
        $state: `/form/${under.name}`,
        ...('is' in under ? { eq: under.is } : { neq: under.not }),
      },
    }),
    children: [],
  };
}

const SEND = {
  type: 'Button',
  props: { label: 'Send' },
  on: { press: { action: 'validateForm', params: { statePath: '/result' } } },
  children: [],
};

export const page = {
  translate: (fields) => ({
    spec: {
      root: 'form',
      elements: {
        form: { type: 'Form', props: {}, children: [...fields.map(({ name }) => name), 'send'] },
        ...Object.fromEntries(fields.map((field) => [field.name, elementOf(field)])),
        send: SEND,
      },
    },
    state: { form: Object.fromEntries(fields.map(({ name, initial }) => [name, initial])) },
  }),
  draw: (root, { spec, state }) =>
    drawReact(
      root,
      <JSONUIProvider registry={registry} initialState={state}>
        <Renderer spec={spec} registry={registry} />
      </JSONUIProvider>,
    ),
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.problem').length,
};
