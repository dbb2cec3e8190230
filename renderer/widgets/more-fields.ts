/** Fields that few forms have; `index.ts` imports this chunk when the first of them is rendered. */
export { choices } from './choices/choices.tsx';
export { numberField } from './number-field/number-field.tsx';
export { rating } from './rating/rating.tsx';
