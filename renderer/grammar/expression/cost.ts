import { limits } from '#renderer/plan/limits.generated.ts';
import type { Type } from '../type.ts';

/**
 * The maximum number of items that the cost assumes for a list: `maxItems` of its contract, or else the
 * number shown at once.
 */
export function itemsBound(type: Type): number {
  return type.kind === 'list' ? (type.max ?? limits.listItems) : 1;
}

/** The maximum number of scalars that a comparison by content reads. Recursive types are cut off. */
export function contentBound(type: Type, depth = 0): number {
  if (depth > 4) return 1;
  switch (type.kind) {
    case 'list':
      return 1 + itemsBound(type) * contentBound(type.items, depth + 1);
    case 'map':
      return 1 + limits.listItems * contentBound(type.items, depth + 1);
    case 'record': {
      let sum = 1;
      for (const member of type.members.values()) sum += contentBound(member.type, depth + 1);
      return sum;
    }
    default:
      return 1;
  }
}
