import { fold } from '#renderer/grammar/compile/fold.ts';
import { nodesOf } from '#renderer/grammar/compile/plan-walk.ts';
import type { ActionPlan, CasePlan, Plan } from '#renderer/plan/plan.ts';
import type { NamedListPlaces } from './named-list-places.ts';
import { below, type Place, type Points, SEEN } from './points.ts';

/** Actions that can fail in normal use: coverage requires a failure of each, as well as a success. */
const FAILING: ReadonlySet<string> = new Set(['request', 'copy']);
/** Actions that fail if a form has a rule and no summary of its errors. */
const VALIDATING: ReadonlySet<string> = new Set(['submit', 'validate']);

/** Forms that can have errors, and show them only on submit or validate. */
function validatedForms(plan: Plan): ReadonlySet<string> {
  const validated = new Set<string>();
  for (const node of nodesOf([...plan.body, ...plan.bar, ...Object.values(plan.overlays)])) {
    if (node.type !== 'form' || node.on?.['invalid'] !== undefined) continue;
    const inside = [...nodesOf([node])];
    const hasRules = inside.some(({ lists }) => (lists?.['rules']?.length ?? 0) > 0);
    // A form with steps is validated at the end of each step.
    if (hasRules && !inside.some(({ type }) => type === 'steps')) validated.add(node.id);
  }
  return validated;
}

/** Makes the actions of one plan report their outcomes. */
export class ActionPoints {
  /** The point id of each action. */
  readonly ids = new Map<ActionPlan, string>();
  private readonly points: Points;
  private readonly validated: ReadonlySet<string>;

  private readonly lists: NamedListPlaces;

  constructor(plan: Plan, points: Points, lists: NamedListPlaces) {
    this.points = points;
    this.validated = validatedForms(plan);
    this.lists = lists;
  }

  list(given: readonly ActionPlan[], at: Place): ActionPlan[] {
    return given.map((action, index) => {
      const place = below(at, String(index));
      const fails =
        FAILING.has(action.do) ||
        (VALIDATING.has(action.do) && this.validated.has(String(action.props?.['form'])));
      const id = this.points.add(place, 'action', fails ? ['done', 'failed'] : ['done']);
      const { when, props, critical, cases, catch: caught } = action;
      const made: ActionPlan = {
        ...action,
        ...(when !== undefined && { when: this.points.condition(when, below(place, 'when')) }),
        ...(props && { props: this.points.record(props, place) }),
        ...(critical?.done !== undefined && {
          critical: {
            ...critical,
            done: this.points.ending(critical.done, below(place, 'critical')),
          },
        }),
        ...(cases && { cases: this.#casesAt(cases, place) }),
        ...(caught && { catch: this.casesOf(caught, below(place, 'catch')) }),
      };
      this.ids.set(made, id);
      return made;
    });
  }

  /** The actions of a named list are points of the list, not of the place where it is run. */
  #casesAt(cases: readonly CasePlan[], place: Place): CasePlan[] {
    const named = this.lists.runAt(place);
    if (named === undefined) return this.casesOf(cases, below(place, 'cases'));
    return cases.map((one) => ({ ...one, run: this.list(one.run, named) }));
  }

  /** Adds a condition that is always true to a case without one, so that a taken case is reported. */
  private casesOf(given: readonly CasePlan[], at: Place): CasePlan[] {
    return given.map(({ when, run }, index) => {
      const place = below(at, String(index));
      const isAlways = when === undefined || fold(when) === true;
      return {
        when: isAlways
          ? ['call', SEEN, this.points.add(place, 'case', ['true']), true]
          : this.points.condition(when, below(place, 'when')),
        run: this.list(run, below(place, 'run')),
      };
    });
  }

  events(
    given: { readonly [event: string]: readonly ActionPlan[] },
    at: Place,
  ): { [event: string]: ActionPlan[] } {
    return Object.fromEntries(
      Object.entries(given).map(([event, actionList]) => [event, this.list(actionList, below(at, event))]),
    );
  }
}
