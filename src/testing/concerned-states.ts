import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { serializePlan } from '#renderer/grammar/compile.ts';
import { graphOf } from '#renderer/grammar/screen-graph.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';

/** One of two versions of a project. */
export interface CompiledSide {
  readonly app?: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Ids of screens that have states. */
  readonly screens: readonly string[];
}

export interface Concerned {
  /** Whether the text of a state may differ between the two versions. */
  concerns(state: Pick<ScreenState, 'screen' | 'begin' | 'steps'>): boolean;
}

/**
 * States that may differ: every state of a screen whose plan differs or is missing in one version. For screens that
 * lead to such a screen, directly or indirectly: the states that navigate, by their steps or automatically.
 */
export function findConcerned(old: CompiledSide, young: CompiledSide): Concerned {
  const both = [old, young];
  const [oldApp, youngApp] = both.map(({ app }) => (app === undefined ? '' : serializePlan(app)));
  const screens = [...new Set([...old.screens, ...young.screens])];
  const others = new Set(
    screens.filter((screen) => {
      const [one, other] = both.map(({ plans }) => plans.get(screen));
      if (one === undefined || other === undefined || oldApp !== youngApp) return true;
      return one !== other && serializePlan(one) !== serializePlan(other);
    }),
  );
  const leading = new Set(others);
  const edges = both.flatMap((side) => graphOf(side)?.edges ?? []);
  for (let count = -1; count !== leading.size; ) {
    count = leading.size;
    for (const { from, to } of edges) if (leading.has(to)) leading.add(from);
  }
  return {
    concerns({ screen, begin, steps = [] }) {
      if (others.has(screen)) return true;
      // A state that begins on another screen may have passed any screen.
      if (begin !== undefined) return others.size > 0;
      if (!leading.has(screen)) return false;
      return steps.length > 0 || both.some(({ plans }) => goesByItself(plans.get(screen)));
    },
  };
}

/** Whether a screen navigates without a tap: on opening, when data arrives, or after a time. */
function goesByItself(plan: Plan | undefined): boolean {
  return plan !== undefined && JSON.stringify([plan.on, plan.data, plan.timers]).includes('"do":"go"');
}
