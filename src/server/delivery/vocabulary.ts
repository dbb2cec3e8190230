import type { Plan } from '#renderer/plan/plan.ts';
import { isRecord } from '#src/shared/contract.ts';
import type { ReleaseParts, ReleaseSource } from './release-source.ts';
import type { Vocabulary } from './reports.ts';

/** Names that open pages may report. */
export function vocabularyOf(releases: Pick<ReleaseSource, 'retained'>): Vocabulary {
  const nodes = new WeakMap<Plan, ReadonlySet<string>>();
  const nodesOf = (plan: Plan): ReadonlySet<string> => {
    const known = nodes.get(plan) ?? new Set(listIds(plan));
    nodes.set(plan, known);
    return known;
  };
  const some = (is: (parts: ReleaseParts) => boolean): boolean => [...releases.retained()].some(is);
  return {
    isScreen: (id) => some(({ release }) => Object.hasOwn(release.screens, id)),
    isNode: (screen, id) =>
      some(({ release }) => {
        const plan = Object.hasOwn(release.screens, screen)
          ? release.plans.get(release.screens[screen] ?? '')
          : undefined;
        return plan !== undefined && nodesOf(plan).has(id);
      }),
    isCall: (name) => some(({ contracts }) => contracts.some((one) => one.name === name)),
  };
}

function* listIds(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* listIds(one);
  if (!isRecord(value)) return;
  if (typeof value['id'] === 'string') yield value['id'];
  for (const one of Object.values(value)) yield* listIds(one);
}
