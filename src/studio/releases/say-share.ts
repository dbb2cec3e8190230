import type { Schedule } from './releases-api.ts';

/** `live`, or the first share of the borrowers. */
export function sayShare(gradual: Schedule['gradual']): string {
  const [first] = gradual?.strategy.stages ?? [];
  if (first === undefined) return 'live';
  const among = gradual?.audience.length === 0 ? 'borrowers' : 'some borrowers';
  return `to ${first.basisPoints / 100} % of ${among}`;
}
