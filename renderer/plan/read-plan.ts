import { GRAMMAR } from './grammar.ts';
import { limits } from './limits.generated.ts';
import type { Plan } from './plan.ts';
import { isRecord } from './value.ts';

/** Deeper than any plan within the limits, and safe for recursion on a phone. */
const MAX_DEPTH = 250;

const RECORDS = ['params', 'data', 'state', 'timers', 'on', 'overlays', 'endpoints', 'bridge', 'messages'];

/**
 * Validates a plan from the network: this release knows its grammar, it is complete, and within the limits of
 * publication. Everything else is trusted: the plan is named by the hash of its bytes.
 *
 * @returns The plan, or the reason why it must not be rendered.
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
  // Loops instead of recursion, because the depth is not known yet.
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
  // The compiler wrote everything inside; the checks above cover what other software or another release would
  // change first.
  return json as unknown as Plan;
}
