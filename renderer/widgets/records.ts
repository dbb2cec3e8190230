/** Fields whose value is a record, or a list of them; `index.ts` imports this chunk when the first of them is rendered. */
export { group } from './group/group.tsx';
export { repeat } from './repeat/repeat.tsx';
