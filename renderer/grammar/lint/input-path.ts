import type { WrittenNode } from './document.ts';

/**
 * The path under which an input's value is read: `form.rate.stars`, `state.stars`; undefined in a record of a
 * list.
 */
export function pathOfInput({ raw, ancestors }: WrittenNode): string | undefined {
  if (typeof raw['bind'] === 'string') return raw['bind'];
  const at = ancestors.map(({ type }) => type).lastIndexOf('form');
  const form = ancestors[at];
  if (form === undefined || typeof raw['name'] !== 'string') return undefined;
  const between = ancestors.slice(at + 1);
  if (between.some(({ type }) => type === 'repeat')) return undefined;
  const groups = between.flatMap(({ type, raw: { name } }) => (type === 'group' ? [String(name)] : []));
  return ['form', String(form.raw['id']), ...groups, raw['name']].join('.');
}
