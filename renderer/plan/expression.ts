/**
 * What an expression, a text or a value of a definition becomes in a plan.
 *
 * A scalar stands for itself; an array is an operation whose first entry names it. The page
 * carries an evaluator for this and no parser; the checker has decided every type, so the
 * evaluator never guesses one.
 */
export type Expression =
  | string
  | number
  | boolean
  /** A path from a root or a name in scope: `['get', 'data', 'order', 'status']`. Own properties only. */
  | readonly ['get', ...path: string[]]
  /** Members of a computed value: `['member', ['at', …], 'name']`. */
  | readonly ['member', value: Expression, ...names: string[]]
  /** `list[?i]` and `map[?'k']`: absent where there is none. */
  | readonly ['at', container: Expression, index: Expression]
  | readonly ['has', path: Expression]
  /** `.orValue(fallback)`. */
  | readonly ['or', value: Expression, fallback: Expression]
  | readonly ['!', Expression]
  | readonly ['neg', Expression]
  | readonly ['&&' | '||', Expression, Expression]
  | readonly [ComparisonOperator, Expression, Expression]
  /** Arithmetic on Number; the forms with `!` are closed over whole numbers and fail outside ±(2^53−1). */
  | readonly [ArithmeticOperator, Expression, Expression]
  /** `['list', ...items]`; what an item that is an `each` yields stands among its neighbours. */
  | ListExpression
  | readonly ['record', members: { readonly [name: string]: Expression }]
  /** `list.filter(name, body)` and its two sisters. */
  | readonly ['filter' | 'exists' | 'all', list: Expression, name: string, body: Expression]
  /** `{ "each", "as", "value" }` in a list of values: `body` for each item; items without one are left out. */
  | readonly ['each', list: Expression, name: string, body: Expression]
  /**
   * A function of schemas/functions.json, receiver first; or `concat`, which authors cannot write: texts and
   * whole numbers (as digits) one after the other, never translated, absent when one of them is.
   * `['call', name, ...args]`.
   */
  | CallExpression
  /** Entries in order: `[when, value]`; the first whose `when` holds and whose value is present. */
  | readonly ['choose', ...entries: (readonly [when: Expression, value: Expression])[]]
  /**
   * A text for people: its message key (the source text with each `${…}` as `{name}`) and what stands
   * for the names. Absent when one of them is absent. The context separates it from equal texts.
   */
  | readonly ['text', source: string, names?: { readonly [name: string]: Expression }, context?: string];

// Interfaces, because a tuple whose rest is of the alias itself makes the alias circular.
export interface ListExpression extends ReadonlyArray<Expression> {
  readonly 0: 'list';
}
export interface CallExpression extends ReadonlyArray<Expression> {
  readonly 0: 'call';
  readonly 1: string;
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
export type ArithmeticOperator = '+' | '-' | '*' | '+!' | '-!' | '*!';

/** What data consists of. There is no null: readers turn it into absence. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

/** The third state of a value: its data is not there yet. */
export const PENDING: unique symbol = Symbol('pending');
export type Pending = typeof PENDING;

/** Why an expression could not be computed. Carries nothing of a visitor's. */
export class Failure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What evaluating yields: a value, absence (`undefined`), pending, or a failure. Never throws. */
export type Result = Value | undefined | Pending | Failure;

/** Where paths are read. The first name is a root (`data`, `state`, …) or a name introduced by `as`. */
export interface Scope {
  /** Reads a whole path, own properties only. */
  read(path: readonly string[]): Result;
  /** A scope that also knows `name`; for macros, `as`, `error` and `reply`. */
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
   * @param values What stands for its placeholders: a number among them can decide between plural forms.
   */
  message(source: string, values?: PlaceholderValues, context?: string): string;
  /** How amounts are written; without it no sign and two decimals. */
  readonly currency?: Currency;
  /** IANA name of the zone in which a day begins and ends. Never the device's. */
  readonly timeZone: string;
}

export type PlaceholderValues = ReadonlyMap<string, string | number>;

/** Translations by language and `messageId`. */
export interface Messages {
  readonly [language: string]: { readonly [id: string]: Message };
}

/** A translation: words, or a form of them for each plural category of a number among them. */
export type Message = string | PluralMessage;

export interface PluralMessage {
  /** The placeholder with the number. */
  readonly plural: string;
  /** Whose categories they are: not the page's where the translation comes from the next language. */
  readonly language: string;
  /** By category of CLDR; `other` is always there. */
  readonly forms: { readonly [category: string]: string };
}

export interface Currency {
  readonly sign: string;
  /** How many digits of a minor unit stand behind the point. */
  readonly decimals: number;
}
