import { limits } from './limits.generated.ts';
import type { NodePlan, Plan } from './plan.ts';
import { isRecord } from './value.ts';

/** The grammar that this engine reads. */
const GRAMMAR = 1;

export interface PlanFault {
  readonly code: 'plan/newer' | 'plan/larger' | 'plan/damaged';
  readonly detail: string;
}

/**
 * Why a plan cannot be opened: written in a newer grammar, larger than any plan the checker lets
 * through, or not a plan. What a plan's expressions and properties say is the checker's matter; this
 * is what keeps a page standing whatever it was sent.
 */
export function findPlanFault(value: unknown): PlanFault | undefined {
  if (!isRecord(value)) return { code: 'plan/damaged', detail: 'no record' };
  const { grammar } = value;
  if (typeof grammar !== 'number' || grammar > GRAMMAR)
    return { code: 'plan/newer', detail: `grammar ${String(grammar)}` };
  const missing = [
    ...RECORDS.filter((name) => !isRecord(value[name])),
    ...LISTS.filter((name) => !isList(value[name])),
  ];
  if (missing.length > 0) return { code: 'plan/damaged', detail: missing.join(' ') };
  // Its members are records and lists as above.
  const { body, bar, overlays } = value as unknown as Plan;
  return findNodeFault([...body, ...bar, ...Object.values(overlays)]);
}

const RECORDS = [
  'params',
  'data',
  'state',
  'timers',
  'on',
  'overlays',
  'endpoints',
  'bridge',
  'messages',
  'uses',
] as const;
const LISTS = ['body', 'bar'] as const;

/** Without recursion: what is damaged may also be deep. */
function findNodeFault(roots: readonly unknown[]): PlanFault | undefined {
  const left = [...roots];
  let count = 0;
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    count += 1;
    if (count > limits.nodes) return { code: 'plan/larger', detail: `nodes ${limits.nodes}` };
    if (!isNode(node)) return { code: 'plan/damaged', detail: 'a node' };
    for (const nodes of Object.values(node.slots ?? {})) left.push(...nodes);
    if (node.fallback !== undefined && node.fallback !== 'none') left.push(node.fallback);
  }
  return undefined;
}

function isNode(value: unknown): value is NodePlan {
  if (!isRecord(value)) return false;
  const { id, type, slots } = value;
  if (typeof id !== 'string' || typeof type !== 'string') return false;
  return slots === undefined || (isRecord(slots) && Object.values(slots).every(isList));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
