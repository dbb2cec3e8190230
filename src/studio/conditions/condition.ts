/** Where something is in the text of a condition, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Join = 'all' | 'any';

/** Rows of which all, or any, must hold. */
export interface Group extends Span {
  readonly kind: 'group';
  readonly join: Join;
  readonly items: readonly Item[];
  /** Without the brackets around it. */
  readonly inner: Span;
}

/** One comparison. Without a `test`, it is shown in words as it is. */
export interface Row extends Span {
  readonly kind: 'row';
  readonly test: Test | undefined;
}

export type Item = Group | Row;

/** A comparison of a row. */
export interface Test {
  /** What is looked at, as an expression: a path, the size of a list, the days until a day. */
  readonly what: string;
  readonly relation: Relation;
  /** Undefined if the relation needs none. */
  readonly value: Value | undefined;
}

/** Relations as they are called; those of days have words of their own. */
export type Relation =
  | 'is'
  | 'is not'
  | 'is more than'
  | 'is at least'
  | 'is less than'
  | 'is at most'
  | 'is more than, or not there'
  | 'is at least, or not there'
  | 'is less than, or not there'
  | 'is at most, or not there'
  | 'is one of'
  | 'is none of'
  | 'contains'
  | 'does not contain'
  | 'starts with'
  | 'does not start with'
  | 'ends with'
  | 'does not end with'
  | 'has the item'
  | 'does not have the item'
  | 'is yes'
  | 'is no'
  | 'is there'
  | 'is not there';

/** What a row compares with. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** Decimal digits, as written. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'money'; readonly minor: number }
  /** `2026-12-24` */
  | { readonly kind: 'date'; readonly day: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'numbers'; readonly numbers: readonly string[] }
  /** Another value, as an expression. */
  | { readonly kind: 'other'; readonly source: string };
