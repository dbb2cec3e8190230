import { GRAMMAR } from './grammar.ts';
import { limits } from './limits.generated.ts';
import type { Plan } from './plan.ts';
import { isRecord } from './value.ts';

/** Deeper than any plan within the limits, and far from what a recursive walk of a phone can take. */
const MAX_DEPTH = 250;

const RECORDS = ['params', 'data', 'state', 'timers', 'on', 'overlays', 'endpoints', 'bridge', 'messages'];

/**
 * A plan as it came from the network, before anything walks it: of a grammar that this reader knows, whole, and within
 * the limits that held when it was published. Beyond that it is trusted: it is named by its bytes.
 *
 * @returns the plan, or in a word why nothing of it may be drawn.
 */
export function readPlan(json: unknown): Plan | 'damaged' | 'grammar' | 'depth' | 'nodes' {
  if (!isRecord(json)) return 'damaged';
  const { grammar, id, title, body, bar, uses } = json;
  if (!Number.isInteger(grammar) || Number(grammar) < 1) return 'damaged';
  if (Number(grammar) > GRAMMAR) return 'grammar';
  const isWhole =
    typeof id === 'string' &&
    title !== undefined &&
    title !== null &&
    [body, bar].every(Array.isArray) &&
    [uses, ...RECORDS.map((name) => json[name])].every(isRecord);
  if (!isWhole) return 'damaged';
  // Loops, not recursion: how deep it goes is what has to be found out.
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'depth';
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  let nodes = 0;
  let lists: unknown[] = [body, bar, Object.values(json['overlays'] as object)];
  while (lists.length > 0) {
    const found = lists.flat().filter((node) => isRecord(node)) as readonly { readonly slots?: unknown }[];
    nodes += found.length;
    if (nodes > limits.nodes) return 'nodes';
    lists = found.flatMap(({ slots }) => (isRecord(slots) ? Object.values(slots) : []));
  }
  // Its parts are what the compiler wrote; what was looked at is what another hand or release would change first.
  return json as unknown as Plan;
}
