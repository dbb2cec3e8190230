import type { Relation } from './condition.ts';

/** How the values of a kind are compared and typed. */
export type Kind = 'text' | 'number' | 'money' | 'date' | 'boolean' | 'list' | 'other';

const PRESENCE: readonly Relation[] = ['is there', 'is not there'];
const ORDER: readonly Relation[] = [
  'is',
  'is not',
  'is more than',
  'is at least',
  'is less than',
  'is at most',
];
const ORDER_OR_ABSENT: readonly Relation[] = [
  'is more than, or not there',
  'is at least, or not there',
  'is less than, or not there',
  'is at most, or not there',
];
const TEXTS: readonly Relation[] = [
  'is not',
  'is',
  'is one of',
  'is none of',
  'contains',
  'does not contain',
  'starts with',
  'does not start with',
  'ends with',
  'does not end with',
];

/** The relations that a row offers. @param isOptional - Whether the value may be absent. */
export function relationsOf(kind: Kind, isOptional: boolean): readonly Relation[] {
  return [...comparisonsOf(kind, isOptional), ...(isOptional ? PRESENCE : [])];
}

function comparisonsOf(kind: Kind, isOptional: boolean): readonly Relation[] {
  const ordered = isOptional ? [...ORDER, ...ORDER_OR_ABSENT] : ORDER;
  switch (kind) {
    case 'boolean':
      return ['is yes', 'is no'];
    case 'text':
      return TEXTS;
    case 'number':
      return [...ordered, 'is one of', 'is none of'];
    case 'money':
    case 'date':
      return ordered;
    case 'list':
      return ['has the item', 'does not have the item'];
    case 'other':
      return [];
  }
}

const OF_DAYS: { readonly [relation in Relation]?: string } = {
  'is more than': 'is after',
  'is at least': 'is on or after',
  'is less than': 'is before',
  'is at most': 'is on or before',
  'is more than, or not there': 'is after, or not there',
  'is at least, or not there': 'is on or after, or not there',
  'is less than, or not there': 'is before, or not there',
  'is at most, or not there': 'is on or before, or not there',
};

/** What a relation is called: days are before and after. */
export function sayRelation(relation: Relation, kind: Kind): string {
  return (kind === 'date' ? OF_DAYS[relation] : undefined) ?? relation;
}

/** Whether a row has a value to compare with. */
export function needsValue(relation: Relation): boolean {
  return !['is yes', 'is no', 'is there', 'is not there'].includes(relation);
}

export function takesSeveral(relation: Relation): boolean {
  return relation === 'is one of' || relation === 'is none of';
}
