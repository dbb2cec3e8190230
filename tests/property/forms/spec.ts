/* Generated forms: small enough to shrink; turned into a definition for the engine and into data for the model. */

/** A condition on the fields of the form; a bound field is in the screen's state and is read in the same way. */
export type Condition =
  | { readonly op: 'filled'; readonly field: string }
  | { readonly op: 'is'; readonly field: string; readonly value: string }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'both' | 'either'; readonly of: readonly [Condition, Condition] };

export type RuleSpec = { readonly when?: Condition } & (
  | { readonly rule: 'required' }
  | { readonly rule: 'length'; readonly min: number; readonly max: number }
  | { readonly rule: 'range'; readonly min: number; readonly max: number }
  | { readonly rule: 'pattern'; readonly pattern: string }
  | { readonly rule: 'equals'; readonly field: string }
  | { readonly rule: 'check'; readonly check: Condition }
  /** Calls a service; its verdict on a value never changes. */
  | { readonly rule: 'remote' }
);

export type Kind = 'text' | 'digits' | 'number' | 'check' | 'choice' | 'choices' | 'day' | 'rating';

export interface FieldSpec {
  readonly type: 'field';
  readonly name: string;
  readonly kind: Kind;
  readonly max?: number;
  readonly preselect?: true;
  readonly sensitive?: true;
  /** For a number: its initial value. */
  readonly initial?: number;
  readonly visible?: Condition;
  readonly rules: readonly RuleSpec[];
}

export interface SectionSpec {
  readonly type: 'section';
  readonly visible?: Condition;
  readonly body: Body;
}

/** A list of records. Its conditions can read the record's fields. */
export interface RepeatSpec {
  readonly type: 'repeat';
  readonly min: number;
  readonly max: number;
  readonly visible?: Condition;
  /** Rules for the list itself. */
  readonly rules: readonly RuleSpec[];
  readonly body: readonly FieldSpec[];
}

export type Body = readonly (FieldSpec | RepeatSpec | SectionSpec)[];

/** A field supplied by a server. */
export interface ItemSpec {
  readonly code: string;
  readonly kind: 'text' | 'number' | 'check' | 'choice' | 'choices';
  readonly optional: boolean;
  readonly value?: string;
  readonly group?: 'one' | 'two';
  /** Shown only while the form's own condition holds. */
  readonly guarded: boolean;
}

export interface FormSpec {
  readonly hidden: 'drop' | 'keep';
  /** The action after a successful submit. */
  readonly after: 'reset' | 'nothing';
  /** Whether a draft survives a reload. */
  readonly draft: boolean;
  readonly body: Body;
  /** The body consists of sections, shown one at a time; `review`: with a review at the end. */
  readonly steps?: { readonly review: boolean };
  /** A field beside the form, bound to state. */
  readonly bound: boolean;
  /** The condition of guarded items, and the server's replies in order. */
  readonly supplied?: { readonly guard: Condition; readonly replies: readonly (readonly ItemSpec[])[] };
}

export type Answer = 'good' | 'business' | 'fields' | 'network';

export type Action =
  | { readonly do: 'write'; readonly field: number; readonly value: number }
  | { readonly do: 'submit' }
  | { readonly do: 'answer'; readonly how: Answer; readonly field: number }
  | { readonly do: 'reset' }
  | { readonly do: 'read again' }
  /** Adds or removes a record. */
  | { readonly do: 'add' }
  | { readonly do: 'remove'; readonly row: number }
  | { readonly do: 'next' }
  | { readonly do: 'back' }
  /** Opens a step from the review. */
  | { readonly do: 'change'; readonly step: number }
  /** A called service answers, or cannot be reached. */
  | { readonly do: 'tell'; readonly which: number; readonly fails: boolean }
  /** The page is closed normally or killed, and opened again later. */
  | { readonly do: 'reload'; readonly killed: boolean; readonly hours: number };

export const OPTIONS = ['x', 'y', 'z'] as const;
/** Typed texts; none is a prefix of another, so that one replaces the other completely. */
export const TEXTS = ['', 'x', 'y', 'ab', 'ba1', '0912', '12', 'zzzzz'] as const;
export const NUMBERS = ['', '0', '7', '3', '12', '912'] as const;
/** Initial values from a service, some of them of another kind than their field. */
export const FIRST = ['x', 'y', 'z', 'x,z', '7', '12', 'true', 'false'] as const;
/** Values that the service refuses. */
export const TAKEN: readonly string[] = ['x', '12', 'ab'];
export const DAYS = ['2026-01-31', '2024-02-29'] as const;
export const PATTERNS = ['[a-c]+', '09\\d{2}', 'x|y1?'] as const;
/** Values that no storage may contain. */
export const SECRETS = ['sesame', 'abracadabra'] as const;

export const BOUND = 'beside';
/** The name of the form's only list, and of its records' fields. */
export const LIST = 'list';
export const ROW_NAMES = ['p', 'q'] as const;

/** Every field that the definition names, in order, without those of records. */
export function* fieldsIn(body: Body): Generator<FieldSpec> {
  for (const node of body) {
    if (node.type === 'field') yield node;
    else if (node.type === 'section') yield* fieldsIn(node.body);
  }
}

export function listIn(body: Body): RepeatSpec | undefined {
  for (const node of body) {
    const found = node.type === 'section' ? listIn(node.body) : node.type === 'repeat' ? node : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every possible field, with supplied ones; a list by its own name. */
export function namesOf(spec: FormSpec): readonly string[] {
  const codes = (spec.supplied?.replies ?? []).flat().map(({ code }) => code);
  const own = [...fieldsIn(spec.body)].map(({ name }) => name);
  return [...own, ...(listIn(spec.body) ? [LIST] : []), ...new Set(codes)];
}
