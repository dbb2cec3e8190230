import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
// The style sheet without a font; the other one loads a font from Google.
import 'survey-core/survey-core.fontless.css';
import { drawReact } from '../react.js';

/* SurveyJS with its defaults: a value is used when its control loses the focus. */

function elementOf({ name, label, kind, options, required, pattern, maxLength, under }) {
  const condition = under && `{${under.name}} ${'is' in under ? '=' : '<>'} '${under.is ?? under.not}'`;
  const common = { name, title: label, isRequired: required, ...(condition && { visibleIf: condition }) };
  if (kind === 'choice')
    return { ...common, type: 'dropdown', choices: options.map(({ value, label: text }) => ({ value, text })) };
  if (kind === 'check')
    return {
      ...common,
      type: 'boolean',
      renderAs: 'checkbox',
      validators: [{ type: 'expression', expression: `{${name}} = true` }],
    };
  return {
    ...common,
    type: 'text',
    ...(kind === 'date' && { inputType: 'date' }),
    ...(maxLength && { maxLength }),
    ...(pattern && { validators: [{ type: 'regex', regex: pattern, text: 'Invalid' }] }),
  };
}

function draw(root, { elements, data }) {
  const model = new Model({ elements });
  model.data = data;
  drawReact(root, <Survey model={model} />);
}

export const page = {
  takesAtLeaving: true,
  translate: (fields) => ({
    elements: fields.map(elementOf),
    data: Object.fromEntries(fields.filter(({ initial }) => initial).map(({ name, initial }) => [name, initial])),
  }),
  draw,
  submit: () => document.querySelector('.sd-navigation__complete-btn').click(),
  errors: () =>
    [...document.querySelectorAll('.sd-question__erbox')].filter((one) => one.textContent && one.checkVisibility()).length,
};
