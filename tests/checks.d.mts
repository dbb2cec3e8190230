import type { Check } from './check-results.mjs';

export const CHECKS: { readonly [number: string]: Check };
export const PROGRAMS: {
  readonly [name: string]: {
    readonly title: string;
    readonly command: readonly [string, ...string[]];
    readonly env?: { readonly [variable: string]: string };
  };
};
