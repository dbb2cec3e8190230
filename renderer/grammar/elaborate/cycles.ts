import type { ResourcePlan } from '../../plan/plan.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';

/** Reports data whose input needs, by whatever way, the data itself. Each circle once, at its first member. */
export function checkCycles(draft: Draft, data: { readonly [name: string]: ResourcePlan }): void {
  const needs = new Map(
    Object.entries(data).map(([name, { reads }]) => [
      name,
      new Set(reads.filter((path) => path.startsWith('data.')).map((path) => path.split('.')[1] ?? '')),
    ]),
  );
  const inCircle = new Set<string>();
  for (const name of needs.keys()) {
    if (inCircle.has(name)) continue;
    const circle = findCircle(name, needs);
    if (circle === undefined) continue;
    for (const member of circle) inCircle.add(member);
    const way = [...circle, name].map((member) => `data.${member}`).join(' → ');
    draft.reportName('data/cycle', joinPointer('/data', name), `This would never be read: ${way}.`);
  }
}

/** The way from a name back to itself, if there is one. */
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
