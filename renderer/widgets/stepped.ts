/** Steps and their review; `index.ts` imports this chunk when the first of them is rendered. */
export { review } from './review/review.tsx';
export { steps } from './steps/steps.tsx';
