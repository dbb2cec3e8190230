import { isJson, type Json } from '../json.ts';
import type { World } from '../world.ts';
import { BEGINNINGS } from './effects.ts';

/** Actions that close an overlay. */
const ENDS: ReadonlySet<unknown> = new Set(['close', 'dismiss']);

/**
 * Whether an overlay may close without a person: by `seconds`, because its `close` list waits, or by a list in it that
 * waits or that no person started. Then the list that opened the overlay continues without a person.
 *
 * @param document - The screen or part that has the overlay.
 * @param seen - Overlays whose check has begun; stops a recursion.
 */
export function closesByItself(
  world: World,
  document: unknown,
  id: unknown,
  seen: ReadonlySet<Json> = new Set(),
): boolean {
  const overlays = isJson(document) ? document['overlays'] : undefined;
  if (typeof id !== 'string' || !isJson(overlays) || !Object.hasOwn(overlays, id)) return false;
  const overlay = overlays[id];
  if (!isJson(overlay) || seen.has(overlay)) return false;
  if (overlay['seconds'] !== undefined) return true;
  const inside = new Set([...seen, overlay]);
  return [...listsIn(world, document, overlay)].some(({ event, list, of }) => {
    const actions = [...actionsIn(list)];
    const isTimed = actions.some(
      (action) =>
        action['do'] === 'wait' ||
        (action['do'] === 'open' && closesByItself(world, of, action['overlay'], inside)),
    );
    if (event === 'close') return isTimed;
    return actions.some((action) => ENDS.has(action['do'])) && (isTimed || !BEGINNINGS.has(event));
  });
}

interface List {
  readonly event: string;
  readonly list: unknown;
  /** The document that has the list. */
  readonly of: unknown;
}

/** The lists of an overlay or a node and of all nodes in it, including nodes of its parts. */
function* listsIn(
  world: World,
  of: unknown,
  value: unknown,
  parts: ReadonlySet<string> = new Set(),
): Generator<List> {
  if (Array.isArray(value)) {
    for (const item of value) yield* listsIn(world, of, item, parts);
    return;
  }
  if (!isJson(value)) return;
  // A use may put anything into a slot, also something that closes the overlay.
  if (value['type'] === 'slot') yield { event: 'enter', list: [{ do: 'close' }], of };
  const { part } = value;
  if (value['type'] === 'part' && typeof part === 'string' && !parts.has(part)) {
    const document = world.parts.get(part)?.value;
    yield* listsIn(world, document, document?.['body'], new Set([...parts, part]));
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === 'on' && isJson(member)) {
      for (const [event, list] of Object.entries(member)) yield { event, list, of };
    } else yield* listsIn(world, of, member, parts);
  }
}

function* actionsIn(value: unknown): Generator<Json> {
  if (isJson(value) && typeof value['do'] === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) yield* actionsIn(member);
}
