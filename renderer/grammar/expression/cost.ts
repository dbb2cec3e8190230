import { limits } from '#renderer/plan/limits.generated.ts';
import type { Type } from '../type.ts';

/** How many items a list is reckoned with: what its contract allows, else what is drawn at once. */
export function itemsBound(type: Type): number {
  return type.kind === 'list' ? (type.max ?? limits.listItems) : 1;
}

/** How many scalars comparing by content looks at; types that hold themselves are cut off. */
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
