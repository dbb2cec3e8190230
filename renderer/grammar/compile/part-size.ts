import type { Expression } from '../../plan/expression.ts';
import { limits } from '../../plan/limits.generated.ts';
import type { Draft, Compiled } from './draft.ts';
import type { PartTemplate } from './parts.ts';
import { nodesOf } from './plan-walk.ts';

/** Size that one use of a part adds to a document, computed before the part is copied. */
export interface PartSize {
  readonly nodes: number;
  /** Characters of its plan, without the values of parameters. */
  readonly text: number;
  /** The number of reads of each parameter. */
  readonly reads: ReadonlyMap<string, number>;
  /** Depth of nested parts: 1 if it uses none. */
  readonly depth: number;
}

type Sized = Pick<Compiled, 'body' | 'bar' | 'overlays' | 'state' | 'timers'>;

export function sizeOf({ body, bar, overlays, state, timers }: Sized, depth: number): PartSize {
  const plan = [body, bar, overlays, state, timers];
  const reads = new Map<string, number>();
  countReads(plan, reads);
  const nodes = nodesOf([...body, ...bar, ...Object.values(overlays)]).length;
  return { nodes, text: JSON.stringify(plan).length, reads, depth };
}

/** Counts every read of `params`. */
function countReads(value: unknown, reads: Map<string, number>): void {
  if (Array.isArray(value)) {
    const [operation, root, name] = value as readonly unknown[];
    if (operation === 'get' && root === 'params' && typeof name === 'string') {
      reads.set(name, (reads.get(name) ?? 0) + 1);
    } else for (const item of value as readonly unknown[]) countReads(item, reads);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) countReads(member, reads);
  }
}

/**
 * Whether a document may have one more use of a part. Reports the first use that exceeds a limit.
 *
 * @param values As for `instantiate`.
 */
export function takesPart(
  draft: Draft,
  { size, isTooLarge }: PartTemplate,
  values: ReadonlyMap<string, Expression>,
  pointer: string,
): boolean {
  const { expanded } = draft;
  // Already reported by the part's own document, or at an earlier use in this document.
  expanded.isTooLarge ||= isTooLarge;
  if (expanded.isTooLarge) return false;
  expanded.nodes += size.nodes;
  expanded.text += size.text;
  for (const [name, count] of size.reads) {
    expanded.text += count * (JSON.stringify(values.get(name))?.length ?? 0);
  }
  expanded.depth = Math.max(expanded.depth, size.depth);
  const fault = findFault(draft);
  if (fault === undefined) return true;
  expanded.isTooLarge = true;
  draft.report(fault.code, fault.code === 'limit/nodes' ? '' : `${pointer}/part`, fault.message);
  return false;
}

function findFault({
  expanded,
}: Draft): { code: 'limit/nodes' | 'limit/parts'; message: string } | undefined {
  const { nodes, text, depth } = expanded;
  if (nodes > limits.nodes) {
    const message = `Its parts have ${nodes} nodes or more, each counted as often as it is used; the limit "nodes" is ${limits.nodes}.`;
    return { code: 'limit/nodes', message };
  }
  if (text > limits.partText) {
    const message = `Its parts are ${text} characters or more, each counted as often as it is used; the limit "partText" is ${limits.partText}.`;
    return { code: 'limit/parts', message };
  }
  if (depth > limits.partDepth) return { code: 'limit/parts', message: TOO_DEEP };
  return undefined;
}

export const TOO_DEEP = `Parts are nested deeper than ${limits.partDepth} levels (limit "partDepth").`;
