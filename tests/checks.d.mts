import type { Check } from './check-results.mjs';

export const CHECKS: { readonly [number: string]: Check };
