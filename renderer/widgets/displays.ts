/** One chunk; `index.ts` imports it when the first of these widgets is rendered. */
export { progress } from './progress/progress.tsx';
export { sentence } from './sentence/sentence.tsx';
export { table } from './table/table.tsx';
