import type { NodePlan, ResourcePlan } from '../../plan/plan.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';
import { readsOf } from './plan-expression.ts';

/** A computed value: what it reads, and the pointer of its definition. */
interface Computed {
  readonly reads: readonly string[];
  /** Undefined if it is defined in another document. */
  readonly pointer: string | undefined;
}

/**
 * Reports data whose input depends on the data itself, and computed fields and initial values that depend on themselves,
 * directly or through data. Reports each cycle once, at its first field, or else at its first member.
 */
export function checkCycles(
  draft: Draft,
  data: { readonly [name: string]: ResourcePlan },
  nodes: readonly NodePlan[],
): void {
  const computed = new Map<string, Computed>();
  for (const [path, field] of computedFields(draft, nodes, undefined)) computed.set(path, field);
  for (const [name, { reads }] of Object.entries(data)) {
    computed.set(`data.${name}`, { reads, pointer: joinPointer('/data', name) });
  }
  const needs = new Map(
    [...computed].map(([path, { reads }]) => [
      path,
      new Set(reads.flatMap((read) => [...computed.keys()].filter((known) => isWithin(read, known)))),
    ]),
  );
  const inCircle = new Set<string>();
  for (const path of needs.keys()) {
    if (inCircle.has(path)) continue;
    const circle = findCircle(path, needs);
    if (circle === undefined) continue;
    for (const member of circle) inCircle.add(member);
    const way = [...circle, path].join(' → ');
    const pointer = computed.get(path)?.pointer;
    if (pointer === undefined) continue;
    if (path.startsWith('data.'))
      draft.reportName('data/cycle', pointer, `This data depends on itself: ${way}.`);
    else draft.report('field/cycle', pointer, `This field depends on itself: ${way}.`);
  }
}

function* computedFields(
  draft: Draft,
  nodes: readonly NodePlan[],
  within: string | undefined,
): Generator<readonly [path: string, field: Computed]> {
  for (const node of nodes) {
    const { name, compute, initial } = node.props ?? {};
    const [at, value] = compute === undefined ? ['initial', initial] : ['compute', compute];
    const path = node.type === 'form' ? `form.${node.id}` : `${within}.${String(name)}`;
    if (within !== undefined && typeof name === 'string' && typeof value === 'object') {
      const origin = draft.origins[node.id];
      const isOwn = origin?.file === draft.document.file;
      yield [path, { reads: readsOf(value), pointer: isOwn ? `${origin?.pointer}/${at}` : undefined }];
    }
    const inside = node.type === 'form' || (node.type === 'group' && within !== undefined) ? path : within;
    for (const slot of Object.values(node.slots ?? {})) yield* computedFields(draft, slot, inside);
  }
}

function isWithin(read: string, path: string): boolean {
  return read === path || read.startsWith(`${path}.`);
}

/** The path from a name back to itself, if there is one. */
function findCircle(start: string, needs: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>();
  const search = (name: string): string[] | undefined => {
    for (const next of needs.get(name) ?? []) {
      if (next === start) return [name];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = search(next);
      if (rest !== undefined) return [name, ...rest];
    }
    return undefined;
  };
  return search(start);
}
