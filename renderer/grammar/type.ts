import type { Expression } from '../plan/expression.ts';

/** The static type of a value. Integer is a Number; `any` is only the type of an empty list's items. */
export type Type =
  | { readonly kind: 'boolean' | 'number' | 'integer' | 'money' | 'date' | 'url' | 'any' }
  | {
      readonly kind: 'text';
      readonly known?: readonly string[];
      /** Words for people: they change with the language, so nothing may compare, compute or send them. */
      readonly isWords?: true;
    }
  | { readonly kind: 'list'; readonly items: Type; readonly max?: number }
  | { readonly kind: 'map'; readonly items: Type }
  | {
      readonly kind: 'record';
      readonly members: ReadonlyMap<string, Member>;
      /** Where its values come from: `order-details#recommended[]`. */
      readonly origin?: string;
      /** For the record of a group or repeating group in a form: the raw group node. */
      readonly group?: object;
    };

export interface Member {
  readonly type: Type;
  /** May be absent: must be proven with `has`, or given a default. */
  readonly absent: boolean;
  /** For a reply: its contract says that the member is public. */
  readonly isPublic?: true;
  /** Its contract says `bad: absent`: an invalid value counts as absent. */
  readonly isLenient?: true;
  /** The contract says that its texts were typed by people. */
  readonly isTyped?: true;
}

/**
 * The scope of an expression.
 *
 * `root` returns the first name of a path. A root such as `data` is a record, whose members may be absent
 * (optional resources).
 */
export interface TypeContext {
  root(name: string): Rooted | undefined;
  /** All names that `root` accepts, for suggestions. */
  names(): readonly string[];
  /** Paths proven present, as written in this document: `data.order.redirectUrl`. */
  readonly proven: ReadonlySet<string>;
}

export interface Rooted {
  readonly type: Type;
  readonly absent: boolean;
  /** The expression in the plan for this name; `['get', name]` by default. */
  readonly lowered?: Expression;
  /** The origin of its value; absent if the value is not private: a constant, the device, the clock. */
  readonly flow?: Flow;
  /** For a root whose members are expressions of their own, such as named values: the checked expression. */
  memberAt?(name: string): Typed | undefined;
  /** For such a root: only the members that do not read another root. */
  without?(root: string): Rooted;
}

/** A container of values: the session, a reply, a form, a document's state, parameters. */
export interface Vessel {
  /** Its name in messages and exceptions: `session`, `order-details#`, `order.state`. */
  readonly name: string;
  /** Its values belong to a visitor, even if definitions write other values to it. */
  readonly isSource: boolean;
  /**
   * A service sets its values, not a link or a definition. Members that its contract calls public are public.
   */
  readonly isReply?: true;
  /** The key that collects writes to it across the project; without it writes are not followed. */
  readonly writtenAs?: string;
}

/**
 * The origin of a value and of the values in it. Conditions select values and are not part of them.
 *
 * `made` is composed of words and values, or computed; `begin` is its constant beginning. Items of lists and
 * entries of maps are read as the member `*`.
 */
export type Flow =
  | { readonly kind: 'constant' }
  | {
      readonly kind: 'read';
      readonly of: Vessel;
      readonly path: readonly string[];
      readonly type: Type | undefined;
      readonly isPublic: boolean;
      /** A member on the path is lenient. */
      readonly isLenient: boolean;
      /** A member on the path is typed by people. */
      readonly isTyped: boolean;
      /**
       * A reply declares a record on the path, no matter where it is stored: in a part's parameter or in
       * state.
       */
      readonly isReplied: boolean;
    }
  | { readonly kind: 'made'; readonly begin: string; readonly parts: readonly Flow[] }
  | { readonly kind: 'either'; readonly flows: readonly Flow[] }
  | { readonly kind: 'record'; readonly members: ReadonlyMap<string, Flow> }
  | { readonly kind: 'list'; readonly items: readonly Flow[] };

/** A checked expression, text or value. */
export interface Typed {
  readonly type: Type;
  readonly absent: boolean;
  readonly lowered: Expression;
  /**
   * Paths, as written, that are present if the expression is true (`provesTrue`) or false (`provesFalse`).
   */
  readonly provesTrue: ReadonlySet<string>;
  readonly provesFalse: ReadonlySet<string>;
  /** Upper limit of the steps that its evaluation takes. */
  readonly cost: number;
}

/** A problem inside a string; `at` and `length` are UTF-16 units of the unescaped string. */
export interface StringProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly help?: string;
}

export type Compiled =
  | { readonly typed: Typed; readonly problems: readonly StringProblem[] }
  | { readonly typed?: undefined; readonly problems: readonly StringProblem[] };
