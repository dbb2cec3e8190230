import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { readPaths } from '#renderer/grammar/expression/read-paths.ts';
import { itemAt, type OutlineItem, outlineOf } from '../model/outline.ts';

/** A condition in a document, with the node that it belongs to. */
export interface ListedCondition {
  readonly file: string;
  /** Of the condition. */
  readonly pointer: string;
  readonly condition: string;
  /** The node around it; undefined for the screen's own data and actions. */
  readonly item: OutlineItem | undefined;
  /** What it decides: `visibleWhen`, `when`. */
  readonly member: string;
  /** The values that it looks at, as paths. */
  readonly reads: readonly string[];
}

const MEMBERS: ReadonlySet<string> = new Set([
  'visibleWhen',
  'enabledWhen',
  'when',
  'check',
  'done',
  'until',
]);
/** Values of `check` that are words of its own. */
const WORDS: ReadonlySet<string> = new Set(['send', 'leave', 'type']);

/** All conditions of a document, in its order. */
export function listConditions(file: string, document: unknown): readonly ListedCondition[] {
  if (!isJson(document)) return [];
  const items = outlineOf(file, document);
  return [...conditionsIn(document, '')].map(({ pointer, condition, member }) => {
    const around = pointer.slice(0, pointer.lastIndexOf('/'));
    const item = itemAt(items, around);
    return {
      ...{ file, pointer, condition, member },
      item: item !== undefined && isNode(item) ? item : undefined,
      reads: [...readPaths(condition, false)],
    };
  });
}

/** Whether a line of the outline is a node, and not a list of nodes. */
function isNode({ type }: OutlineItem): boolean {
  return Object.hasOwn(shapes.widgets, type) || Object.hasOwn(shapes.overlays, type);
}

type Found = Pick<ListedCondition, 'pointer' | 'condition' | 'member'>;

function* conditionsIn(value: unknown, pointer: string): Iterable<Found> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* conditionsIn(item, joinPointer(pointer, at));
    return;
  }
  if (!isJson(value)) return;
  for (const [member, inner] of Object.entries(value)) {
    const at = joinPointer(pointer, member);
    if (typeof inner === 'string' && MEMBERS.has(member) && !WORDS.has(inner))
      yield { pointer: at, condition: inner, member };
    // The names in `with` are those of a service or a part.
    else if (member !== 'with') yield* conditionsIn(inner, at);
  }
}
