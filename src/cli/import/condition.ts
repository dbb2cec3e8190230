import type { Slot } from './slot.ts';

/** A JSON scalar that a field can hold. */
export type Scalar = string | number | boolean;

export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * A condition on the entered values, before fields have names. An atom about an empty or hidden slot is false.
 */
export type Condition =
  | { readonly op: 'true' }
  | { readonly op: 'false' }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  /** The slot has a value. */
  | { readonly op: 'has'; readonly slot: Slot }
  | { readonly op: 'equals'; readonly slot: Slot; readonly value: Scalar }
  | { readonly op: 'compare'; readonly slot: Slot; readonly by: '<' | '<=' | '>' | '>='; readonly to: number }
  /** The value has one of these JSON types. */
  | { readonly op: 'type'; readonly slot: Slot; readonly types: ReadonlySet<string> }
  | { readonly op: 'size'; readonly slot: Slot; readonly by: '<=' | '>='; readonly to: number }
  | { readonly op: 'unique'; readonly slot: Slot }
  /** For a list: the number of items that match. */
  | { readonly op: 'items'; readonly slot: Slot; readonly least: number | 'all'; readonly of: Condition }
  /** For an object: only these members have values. */
  | { readonly op: 'only'; readonly slot: Slot; readonly names: ReadonlySet<string> }
  /** For an object: the number of members that have values. */
  | { readonly op: 'count'; readonly slot: Slot; readonly by: '<=' | '>='; readonly to: number }
  /** The alternative is chosen. */
  | { readonly op: 'chosen'; readonly selector: Selector; readonly index: number }
  /** A condition that expressions cannot state. */
  | { readonly op: 'unsayable'; readonly reason: string };

/** A choice between several alternatives, which gets a separate field. */
export interface Selector {
  readonly slot: Slot;
  /** `one`: a choice; `any`: a checkbox for each. */
  readonly kind: 'one' | 'any';
  readonly titles: readonly string[];
  /** When the choice is shown. */
  readonly when: Condition;
  /** Pointers of the alternatives in the schema. */
  readonly pointers: readonly string[];
  /** Alternatives that no field can select. */
  readonly dropped: Set<number>;
  /** Name of the choice, or of the checkboxes; set when fields are named. */
  names: readonly string[];
}

export const TRUE: Condition = { op: 'true' };
export const FALSE: Condition = { op: 'false' };

export function not(of: Condition): Condition {
  if (of.op === 'true') return FALSE;
  if (of.op === 'false') return TRUE;
  return of.op === 'not' ? of.of : { op: 'not', of };
}

export function and(...parts: readonly Condition[]): Condition {
  return join('and', 'true', 'false', parts);
}

export function or(...parts: readonly Condition[]): Condition {
  return join('or', 'false', 'true', parts);
}

/** The second condition, required only where the first one holds. */
export function implies(condition: Condition, then: Condition): Condition {
  return or(not(condition), then);
}

function join(
  op: 'and' | 'or',
  neutral: 'true' | 'false',
  decisive: 'true' | 'false',
  parts: readonly Condition[],
): Condition {
  const kept: Condition[] = [];
  for (const part of parts.flatMap((one) => (one.op === op ? one.of : [one]))) {
    if (part.op === decisive) return part;
    if (part.op !== neutral && !kept.some((one) => isSame(one, part))) kept.push(part);
  }
  const [only] = kept;
  if (only === undefined) return neutral === 'true' ? TRUE : FALSE;
  return kept.length === 1 ? only : { op, of: kept };
}

/** Structural equality. */
export function isSame(a: Condition, b: Condition): boolean {
  if (a === b) return true;
  if (a.op !== b.op) return false;
  switch (a.op) {
    case 'true':
    case 'false':
      return true;
    case 'not':
      return b.op === 'not' && isSame(a.of, b.of);
    case 'and':
    case 'or':
      return (
        b.op === a.op &&
        a.of.length === b.of.length &&
        a.of.every((part, index) => isSame(part, b.of[index] ?? FALSE))
      );
    case 'has':
    case 'unique':
      return b.op === a.op && a.slot === b.slot;
    case 'equals':
      return b.op === 'equals' && a.slot === b.slot && a.value === b.value;
    case 'chosen':
      return b.op === 'chosen' && a.selector === b.selector && a.index === b.index;
    case 'compare':
      return b.op === 'compare' && a.slot === b.slot && a.by === b.by && a.to === b.to;
    default:
      return false;
  }
}

/** Why a condition cannot be written as an expression; undefined if it can. */
export function whyUnsayable(condition: Condition): string | undefined {
  switch (condition.op) {
    case 'unsayable':
      return condition.reason;
    case 'not':
      return whyUnsayable(condition.of);
    case 'items':
      return whyUnsayable(condition.of);
    case 'and':
    case 'or':
      return condition.of.map(whyUnsayable).find((reason) => reason !== undefined);
    default:
      return undefined;
  }
}

/** Simplifies a condition under the assumption that another one holds. */
export function under(known: Condition, condition: Condition): Condition {
  const parts = known.op === 'and' ? known.of : [known];
  if (parts.some((part) => isSame(part, condition))) return TRUE;
  if (condition.op === 'and') return and(...condition.of.map((part) => under(known, part)));
  if (condition.op === 'or' && condition.of.some((part) => under(known, part).op === 'true')) return TRUE;
  return condition;
}
