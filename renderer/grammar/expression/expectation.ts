import type { StringProblem, Type, Typed } from '../type.ts';

export interface ExpressionOptions {
  /** The required type of the whole expression; `list of any` accepts every list. */
  readonly expected?: Type;
  /** The result may be absent. For values, not for conditions; bodies of macros are always conditions. */
  readonly mayBeAbsent?: boolean;
}

/** The type that a property expects. Each kind is named after its definition in `value.schema.json`. */
export type SlotExpectation =
  | {
      readonly slot: 'text' | 'display';
      /** The `context` of a `choose`: distinguishes its texts from equal ones for translators. */
      readonly meaning?: string;
    }
  | {
      readonly slot: 'plain' | 'url' | 'image' | 'date' | 'money' | 'integer' | 'number' | 'boolean';
    }
  | { readonly slot: 'word'; readonly words: readonly string[] }
  /** `expected` is the type that the receiving contract, state or parameter declares. */
  | { readonly slot: 'any' | 'record'; readonly expected?: Type };

export interface ValueOptions {
  /** Prefix for the pointers of problems; `''` by default. */
  readonly at?: string;
  /** A value that may be absent is an error. */
  readonly required?: boolean;
}

/**
 * A problem of a value, which may contain several strings: `pointer` is the string, `at` the offset in it.
 */
export type Located<P> = P & { readonly pointer: string };

export type CompiledValue =
  | { readonly typed: Typed; readonly problems: readonly Located<StringProblem>[] }
  | { readonly typed?: undefined; readonly problems: readonly Located<StringProblem>[] };
