/*
 * Forms as the property tests make them up: small enough to shrink, and written twice, once as a
 * definition for the engine and once as data for the model.
 */

/** A condition over the fields of the form; a bound field lives in the screen's state and is read alike. */
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
  /** A service is asked, which takes its time; what it says of a value never changes. */
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
  /** Of a number: what it is until somebody writes it. */
  readonly initial?: number;
  readonly visible?: Condition;
  readonly rules: readonly RuleSpec[];
}

export interface SectionSpec {
  readonly type: 'section';
  readonly visible?: Condition;
  readonly body: Body;
}

/** A list of records. Conditions in it may be about the record's own fields. */
export interface RepeatSpec {
  readonly type: 'repeat';
  readonly min: number;
  readonly max: number;
  readonly visible?: Condition;
  /** Of the list as a whole. */
  readonly rules: readonly RuleSpec[];
  readonly body: readonly FieldSpec[];
}

export type Body = readonly (FieldSpec | RepeatSpec | SectionSpec)[];

/** What a server says of one field. */
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
  /** What follows the request of a good submit. */
  readonly after: 'reset' | 'nothing';
  /** Whether what was written survives a reload. */
  readonly draft: boolean;
  readonly body: Body;
  /** The body is sections, one of which is shown at a time; whether what was entered is read through at the end. */
  readonly steps?: { readonly review: boolean };
  /** A field beside the form, bound to state. */
  readonly bound: boolean;
  /** Conditions of guarded items, and what the server says at each reading in turn. */
  readonly supplied?: { readonly guard: Condition; readonly replies: readonly (readonly ItemSpec[])[] };
}

export type Answer = 'good' | 'business' | 'fields' | 'network';

export type Action =
  | { readonly do: 'write'; readonly field: number; readonly value: number }
  | { readonly do: 'submit' }
  | { readonly do: 'answer'; readonly how: Answer; readonly field: number }
  | { readonly do: 'reset' }
  | { readonly do: 'read again' }
  /** A record more, or one less. */
  | { readonly do: 'add' }
  | { readonly do: 'remove'; readonly row: number }
  | { readonly do: 'next' }
  | { readonly do: 'back' }
  /** From the review to one of the steps before it. */
  | { readonly do: 'change'; readonly step: number }
  /** One of the services that were asked answers, or cannot be reached. */
  | { readonly do: 'tell'; readonly which: number; readonly fails: boolean }
  /** The page is closed as a browser does it, or killed, and opened again later. */
  | { readonly do: 'reload'; readonly killed: boolean; readonly hours: number };

export const OPTIONS = ['x', 'y', 'z'] as const;
/** What is typed; no two of them share a beginning, so that one replaces the other whole. */
export const TEXTS = ['', 'x', 'y', 'ab', 'ba1', '0912', '12', 'zzzzz'] as const;
export const NUMBERS = ['', '0', '7', '3', '12', '912'] as const;
/** First values as a service writes them, some of them of another kind than their field. */
export const FIRST = ['x', 'y', 'z', 'x,z', '7', '12', 'true', 'false'] as const;
/** What a service that is asked finds wrong. */
export const TAKEN: readonly string[] = ['x', '12', 'ab'];
export const DAYS = ['2026-01-31', '2024-02-29'] as const;
export const PATTERNS = ['[a-c]+', '09\\d{2}', 'x|y1?'] as const;
/** What no storage may ever hold. */
export const SECRETS = ['sesame', 'abracadabra'] as const;

export const BOUND = 'beside';
/** The one list of records that a form may have, and what fields of a record are called. */
export const LIST = 'list';
export const ROW_NAMES = ['p', 'q'] as const;

/** Every field that the definition names, in order; those of records are not among them. */
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

/** Every field there may be, supplied ones too; of a list its own name. */
export function namesOf(spec: FormSpec): readonly string[] {
  const codes = (spec.supplied?.replies ?? []).flat().map(({ code }) => code);
  const own = [...fieldsIn(spec.body)].map(({ name }) => name);
  return [...own, ...(listIn(spec.body) ? [LIST] : []), ...new Set(codes)];
}
