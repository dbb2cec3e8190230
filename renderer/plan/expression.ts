/**
 * A lowered expression, text or value in a plan.
 *
 * A scalar is itself; an array is an operation whose first entry is its name. The page has an evaluator for
 * this and no parser; the checker has decided every type, so the evaluator never guesses one.
 */
export type Expression =
  | string
  | number
  | boolean
  /** A path from a root or a name in scope: `['get', 'data', 'order', 'status']`. Own properties only. */
  | readonly ['get', ...path: string[]]
  /** Members of a computed value: `['member', ['at', …], 'name']`. */
  | readonly ['member', value: Expression, ...names: string[]]
  /** `list[?i]` and `map[?'k']`: absent if there is no such item. */
  | readonly ['at', container: Expression, index: Expression]
  | readonly ['has', path: Expression]
  /** `.orValue(fallback)`. */
  | readonly ['or', value: Expression, fallback: Expression]
  | readonly ['!', Expression]
  | readonly ['neg', Expression]
  | readonly ['&&' | '||', Expression, Expression]
  | readonly [ComparisonOperator, Expression, Expression]
  /** Arithmetic on Number. The forms with `!` have whole results and fail outside ±(2^53−1). */
  | readonly [ArithmeticOperator, Expression, Expression]
  /** `['list', ...items]`; an item that is an `each` contributes all of its values. */
  | ListExpression
  | readonly ['record', members: { readonly [name: string]: Expression }]
  /** `list.filter(name, body)`, and the same for `exists` and `all`. */
  | readonly ['filter' | 'exists' | 'all', list: Expression, name: string, body: Expression]
  /** `{ "each", "as", "value" }` in a list of values: `body` for each item; absent values are left out. */
  | readonly ['each', list: Expression, name: string, body: Expression]
  /**
   * A function of schemas/functions.json, receiver first; or `concat`, which authors cannot write: texts and
   * whole numbers (as digits) joined, never translated, absent if one of them is. `['call', name, ...args]`.
   */
  | CallExpression
  /** Entries in order: `[when, value]`; the first whose `when` is true and whose value is present. */
  | readonly ['choose', ...entries: (readonly [when: Expression, value: Expression])[]]
  /**
   * A text for people: its message key (the source text with each `${…}` as `{name}`) and the values of the
   * names. Absent if one of them is absent. The context distinguishes it from equal texts.
   */
  | readonly ['text', source: string, names?: { readonly [name: string]: Expression }, context?: string];

// Interfaces, because a recursive rest element in a tuple alias is a circular type.
export interface ListExpression extends ReadonlyArray<Expression> {
  readonly 0: 'list';
}
export interface CallExpression extends ReadonlyArray<Expression> {
  readonly 0: 'call';
  readonly 1: string;
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
export type ArithmeticOperator = '+' | '-' | '*' | '+!' | '-!' | '*!';

/** The values of data. There is no null: readers convert it to absent. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

/** The data of a value is not loaded yet. */
export const PENDING: unique symbol = Symbol('pending');
export type Pending = typeof PENDING;

/** Why an expression could not be computed. Contains no personal data. */
export class Failure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The result of an evaluation: a value, absent (`undefined`), pending, or a failure. Never throws. */
export type Result = Value | undefined | Pending | Failure;

/** Reads paths. The first name is a root (`data`, `state`, …) or a name introduced by `as`. */
export interface Scope {
  /** Reads a whole path, own properties only. */
  read(path: readonly string[]): Result;
  /** A scope with one more name; for macros, `as`, `error` and `reply`. */
  with(name: string, value: Result): Scope;
  /** Language, clock and texts that functions and texts need. */
  readonly locale: Locale;
}

export interface Locale {
  /** A language of app.json, `source` included. */
  readonly language: string;
  /** Milliseconds since the epoch, by the server's clock. */
  now(): number;
  /**
   * The translation of a source text, or the text itself.
   *
   * @param values The values of its placeholders: a number among them can select a plural form.
   */
  message(source: string, values?: PlaceholderValues, context?: string): string;
  /** The format of amounts; without it no sign and two decimals. */
  readonly currency?: Currency;
  /** IANA name of the time zone in which a day begins and ends. Never the device's. */
  readonly timeZone: string;
}

export type PlaceholderValues = ReadonlyMap<string, string | number>;

/** Translations by language and `messageId`. */
export interface Messages {
  readonly [language: string]: { readonly [id: string]: Message };
}

/** A translation: one text, or a form for each plural category of a number. */
export type Message = string | PluralMessage;

export interface PluralMessage {
  /** The placeholder whose number selects the form. */
  readonly plural: string;
  /** The language whose plural rules apply; may be a fallback language. */
  readonly language: string;
  /** By CLDR plural category; `other` is always present. */
  readonly forms: { readonly [category: string]: string };
}

export interface Currency {
  readonly sign: string;
  /** Number of digits after the decimal point. */
  readonly decimals: number;
}
