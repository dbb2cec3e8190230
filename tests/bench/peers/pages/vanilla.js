import { isShown } from '../form.js';

/* By hand, without a library. */

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const TYPES = { date: 'date', check: 'checkbox' };

function makeControl({ name, kind, options, initial }) {
  if (kind === 'choice') {
    const choices = options.map(({ value, label }) => make('option', { value }, label));
    return make('select', { id: name, name }, make('option', { value: '' }, '–'), ...choices);
  }
  const inputMode = kind === 'digits' ? 'numeric' : '';
  return make('input', { id: name, name, type: TYPES[kind] ?? 'text', inputMode, value: initial });
}

function problemOf({ kind, required, maxLength, matching }, control) {
  const value = kind === 'check' ? (control.checked ? 'on' : '') : control.value;
  if (value === '') return required ? 'Required' : '';
  const fits = value.length <= (maxLength ?? value.length) && (matching?.test(value) ?? true);
  return fits ? '' : 'Invalid';
}

function draw(root, fields) {
  const rows = new Map();
  const dependents = new Map();
  // Inserting controls one by one into a form element has quadratic cost.
  const all = document.createDocumentFragment();
  for (const field of fields) {
    const control = makeControl(field);
    const problem = make('p', { className: 'problem', hidden: true });
    const label = make('label', { htmlFor: field.name }, field.label);
    const row = make('div', { className: 'field' }, label, control, problem);
    rows.set(field.name, { field, control, problem, row });
    if (field.under) dependents.set(field.under.name, [...(dependents.get(field.under.name) ?? []), field.name]);
    all.append(row);
  }
  const valueOf = (name) => rows.get(name).control.value;
  const settle = (name) => {
    for (const dependent of dependents.get(name) ?? []) {
      const { field, row } = rows.get(dependent);
      row.hidden = !isShown(field, valueOf);
    }
  };
  for (const name of dependents.keys()) settle(name);
  const form = make('form', { noValidate: true }, all, make('button', { type: 'submit' }, 'Send'));
  form.addEventListener('input', ({ target }) => settle(target.name));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const { field, control, problem, row } of rows.values()) {
      problem.textContent = row.hidden ? '' : problemOf(field, control);
      problem.hidden = problem.textContent === '';
    }
  });
  root.append(form);
}

export const page = {
  isWritten: true,
  translate: (fields) =>
    fields.map((field) => ({ ...field, ...(field.pattern && { matching: new RegExp(field.pattern) }) })),
  draw,
  submit: () => document.querySelector('button[type=submit]').click(),
  errors: () => document.querySelectorAll('.problem:not([hidden])').length,
};
