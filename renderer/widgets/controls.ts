/** Form controls as one chunk: a form uses several of them, and they share most of their code. */
export { choice } from './choice/choice.tsx';
export { city } from './city/city.tsx';
export { day } from './day/day.tsx';
export { fields } from './fields/fields.tsx';
export { form } from './form/form.tsx';
export { textField } from './text-field/text-field.tsx';
