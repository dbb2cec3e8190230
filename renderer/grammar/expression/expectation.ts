import type { StringProblem, Type, Typed } from '../type.ts';

export interface ExpressionOptions {
  /** The type that the whole expression must have; `list of any` accepts every list. */
  readonly expected?: Type;
  /**
   * Reading what may be absent makes the result absent instead of being an error. For values; conditions
   * leave it out. Bodies of macros are conditions wherever they stand.
   */
  readonly mayBeAbsent?: boolean;
}

/** How a property is read: the name of its definition in `value.schema.json`. */
export type SlotExpectation =
  | {
      readonly slot: 'text' | 'display';
      /** The `context` of a `choose`: separates its texts from equal ones. */
      readonly meaning?: string;
    }
  | {
      readonly slot: 'plain' | 'url' | 'image' | 'date' | 'money' | 'integer' | 'number' | 'boolean';
    }
  | { readonly slot: 'word'; readonly words: readonly string[] }
  /** `expected` is what the receiving contract, state or parameter declares. */
  | { readonly slot: 'any' | 'record'; readonly expected?: Type };

export interface ValueOptions {
  /** JSON Pointer put before the pointers of problems; `''` by default. */
  readonly at?: string;
  /** A value that may be absent is an error: the property must have one. */
  readonly required?: boolean;
}

/** A problem of a value, which may span several strings: `pointer` says which, `at` where inside it. */
export type Located<P> = P & { readonly pointer: string };

export type ElaboratedValue =
  | { readonly typed: Typed; readonly problems: readonly Located<StringProblem>[] }
  | { readonly typed?: undefined; readonly problems: readonly Located<StringProblem>[] };
