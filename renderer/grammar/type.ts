import type { Expression } from '../plan/expression.ts';

/** What the checker knows of a value. Integer is a Number; `any` is only the type of an empty list's items. */
export type Type =
  | { readonly kind: 'boolean' | 'number' | 'integer' | 'money' | 'date' | 'url' | 'any' }
  | { readonly kind: 'text'; readonly known?: readonly string[] }
  | { readonly kind: 'list'; readonly items: Type; readonly max?: number }
  | { readonly kind: 'map'; readonly items: Type }
  | {
      readonly kind: 'record';
      readonly members: ReadonlyMap<string, Member>;
      /** Where it comes from: `order-details#recommended[]`. */
      readonly origin?: string;
      /** Of a record of a form's group or repeating group: the group, as it is written. */
      readonly group?: object;
    };

export interface Member {
  readonly type: Type;
  /** Possibly absent: to be proven with `has`, or given a default. */
  readonly absent: boolean;
  /** Of a reply: its contract says that the member is public. */
  readonly isPublic?: true;
  /** Its contract says `bad: absent`: a value that does not fit counts as absent. */
  readonly isLenient?: true;
  /** Its contract says that people type its texts. */
  readonly isTyped?: true;
}

/**
 * What is in scope where an expression stands.
 *
 * `root` answers the first name of a path. A root such as `data` is itself a record, whose members
 * may be absent (optional resources). `lowerAs` is the path the plan reads instead: a part's parameter
 * lowers to what its use passed, a part's state to `['get', 'state', 'pay/channel']`.
 */
export interface TypeContext {
  root(name: string): Rooted | undefined;
  /** Every name that `root` answers, for the nearest right one. */
  names(): readonly string[];
  /** Paths proven present, as written in this document: `data.order.redirectUrl`. */
  readonly proven: ReadonlySet<string>;
}

export interface Rooted {
  readonly type: Type;
  readonly absent: boolean;
  /** What the plan carries for this name; by default `['get', name]`. */
  readonly lowered?: Expression;
  /** The origin of its value; absent for a value that is not private: a constant, the device, the clock. */
  readonly flow?: Flow;
  /** For roots whose members lower separately (`params`, `state` of a part). */
  lowerMember?(member: string): Expression | undefined;
}

/** What holds values: the session, a reply, a form, a document's state, parameters. */
export interface Vessel {
  /** As messages and exceptions name it: `session`, `order-details#`, `order.state`. */
  readonly name: string;
  /** Its values belong to a visitor, whatever was written to it. */
  readonly isSource: boolean;
  /** A service chooses its values, not a link or a definition. Members that its contract calls public are public. */
  readonly isReply?: true;
  /** The name under which writes to it are collected, anywhere in the project; without it nothing is followed. */
  readonly writtenAs?: string;
}

/**
 * The origin of a value and the values that it was composed of. Conditions choose between values and are not part of
 * them.
 *
 * `made` was composed of words and values, or computed; `begin` is its constant beginning. Items of lists and entries
 * of maps are read as the member `*`.
 */
export type Flow =
  | { readonly kind: 'constant' }
  | {
      readonly kind: 'read';
      readonly of: Vessel;
      readonly path: readonly string[];
      readonly type: Type | undefined;
      readonly isPublic: boolean;
      /** A member on the way to it is lenient. */
      readonly isLenient: boolean;
      /** A member on the way to it is typed by people. */
      readonly isTyped: boolean;
      /** A record on the way to it is declared by a reply, wherever it is held: in a part's parameter, in state. */
      readonly isReplied: boolean;
    }
  | { readonly kind: 'made'; readonly begin: string; readonly parts: readonly Flow[] }
  | { readonly kind: 'either'; readonly flows: readonly Flow[] }
  | { readonly kind: 'record'; readonly members: ReadonlyMap<string, Flow> }
  | { readonly kind: 'list'; readonly items: readonly Flow[] };

/** An expression, text or value that has been understood. */
export interface Typed {
  readonly type: Type;
  readonly absent: boolean;
  readonly lowered: Expression;
  /** Paths as written that are present wherever it is true, and wherever it is false. */
  readonly provesTrue: ReadonlySet<string>;
  readonly provesFalse: ReadonlySet<string>;
}

/** Something wrong inside a string; `at` and `length` are UTF-16 units of the (unescaped) string. */
export interface StringProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly help?: string;
}

export type Elaborated =
  | { readonly typed: Typed; readonly problems: readonly StringProblem[] }
  | { readonly typed?: undefined; readonly problems: readonly StringProblem[] };
