import type { ConditionPath } from './paths.ts';

/** Comparisons, as shown to people. */
export type Relation = 'is' | 'is not' | 'is there' | 'is not there' | 'is more than' | 'is less than';

const SIGNS: { readonly [relation in Relation]?: string } = {
  is: '==',
  'is not': '!=',
  'is more than': '>',
  'is less than': '<',
};

/** Comparisons for a kind of value. */
export function relationsOf(kind: ConditionPath['kind']): readonly Relation[] {
  switch (kind) {
    case 'boolean':
      return ['is', 'is not'];
    case 'text':
      return ['is not', 'is', 'is there', 'is not there'];
    case 'number':
      return ['is', 'is not', 'is more than', 'is less than', 'is there', 'is not there'];
    default:
      return ['is there', 'is not there'];
  }
}

/** Whether the comparison needs a value. */
export function needsValue({ kind }: ConditionPath, relation: Relation): boolean {
  return kind !== 'boolean' && SIGNS[relation] !== undefined;
}

/**
 * Candidate expressions for a condition. An optional value needs a `has()` check; the caller takes the first candidate
 * that the checker accepts. An absent value counts as different from any value.
 */
export function writeConditions(path: ConditionPath, relation: Relation, value: string): readonly string[] {
  const { path: name, kind } = path;
  if (kind === 'boolean') {
    return relation === 'is' ? [name, `has(${name}) && ${name}`] : [`!${name}`, `!(has(${name}) && ${name})`];
  }
  const sign = SIGNS[relation];
  if (sign === undefined) return [relation === 'is there' ? `has(${name})` : `!has(${name})`];
  const literal = kind === 'number' ? String(Number(value)) : writeText(value);
  const proven =
    relation === 'is not'
      ? `!(has(${name}) && ${name} == ${literal})`
      : `has(${name}) && ${name} ${sign} ${literal}`;
  return [`${name} ${sign} ${literal}`, proven];
}

function writeText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Joins two conditions with `&&`. */
export function joinConditions(now: string | undefined, more: string): string {
  if (now === undefined || now === '') return more;
  const left = /\|\|/.test(now) ? `(${now})` : now;
  const right = /\|\|/.test(more) ? `(${more})` : more;
  return `${left} && ${right}`;
}
