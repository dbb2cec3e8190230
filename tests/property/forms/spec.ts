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
);

export type Kind = 'text' | 'digits' | 'check' | 'choice' | 'day' | 'rating';

export interface FieldSpec {
  readonly type: 'field';
  readonly name: string;
  readonly kind: Kind;
  readonly max?: number;
  readonly preselect?: true;
  readonly sensitive?: true;
  readonly visible?: Condition;
  readonly rules: readonly RuleSpec[];
}

export interface SectionSpec {
  readonly type: 'section';
  readonly visible?: Condition;
  readonly body: readonly (FieldSpec | SectionSpec)[];
}

/** What a server says of one field. */
export interface ItemSpec {
  readonly code: string;
  readonly kind: 'text' | 'choice';
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
  readonly body: readonly (FieldSpec | SectionSpec)[];
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
  /** The page is closed as a browser does it, or killed, and opened again later. */
  | { readonly do: 'reload'; readonly killed: boolean; readonly hours: number };

export const OPTIONS = ['x', 'y', 'z'] as const;
/** What is typed; no two of them share a beginning, so that one replaces the other whole. */
export const TEXTS = ['', 'x', 'y', 'ab', 'ba1', '0912', '12', 'zzzzz'] as const;
export const DAYS = ['2026-01-31', '2024-02-29'] as const;
export const PATTERNS = ['[a-c]+', '09\\d{2}', 'x|y1?'] as const;
/** What no storage may ever hold. */
export const SECRETS = ['sesame', 'abracadabra'] as const;

export const BOUND = 'beside';

/** Every field that the definition names, in order. */
export function* fieldsIn(body: FormSpec['body']): Generator<FieldSpec> {
  for (const node of body) {
    if (node.type === 'field') yield node;
    else yield* fieldsIn(node.body);
  }
}

/** Every field there may be, supplied ones too. */
export function namesOf(spec: FormSpec): readonly string[] {
  const codes = (spec.supplied?.replies ?? []).flat().map(({ code }) => code);
  return [...[...fieldsIn(spec.body)].map(({ name }) => name), ...new Set(codes)];
}
