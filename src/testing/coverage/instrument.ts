import { mapOperands } from '#renderer/grammar/compile/plan-expression.ts';
import { nodesOf } from '#renderer/grammar/compile/plan-walk.ts';
import type { Origins } from '#renderer/grammar/compile.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import type { ActionPlan, CasePlan, ElementPlan, NodePlan, Plan } from '#renderer/plan/plan.ts';

/**
 * A point of a definition that has several possible results. The points of a part are counted once for all screens that
 * use it.
 */
export interface Point {
  readonly file: string;
  /** JSON Pointer. */
  readonly pointer: string;
  /** `node`: rendered. `condition`: true and false. `case`: taken. `action`: done, and failed if it can. */
  readonly kind: 'node' | 'condition' | 'case' | 'action';
  /** The possible results. */
  readonly ways: readonly string[];
}

/** A plan that reports its covered points and otherwise behaves the same. */
export interface Instrumented {
  readonly plan: Plan;
  /** By id: `<file>#<pointer>`, with a number if one text has several conditions. */
  readonly points: ReadonlyMap<string, Point>;
  /** The point id of each action. */
  readonly actions: ReadonlyMap<ActionPlan, string>;
  /** The point id of each node, by node id. */
  readonly nodes: ReadonlyMap<string, string>;
}

/** The evaluator function that conditions call; without a value if the condition is absent. */
export const SEEN = 'coverage:seen';

/** Actions that can fail; faults of the others run their `catch`. */
const FAILING: ReadonlySet<string> = new Set(['request', 'copy']);
/** Actions that fail if a form has a rule and no summary of its errors. */
const JUDGING: ReadonlySet<string> = new Set(['submit', 'validate']);

/** Forms that can have errors, and show them only on submit or validate. */
function judgedForms(plan: Plan): ReadonlySet<string> {
  const judged = new Set<string>();
  for (const node of nodesOf([...plan.body, ...plan.bar, ...Object.values(plan.overlays)])) {
    if (node.type !== 'form' || node.on?.['invalid'] !== undefined) continue;
    const inside = [...nodesOf([node])];
    const hasRules = inside.some(({ lists }) => (lists?.['rules']?.length ?? 0) > 0);
    // A form with steps is validated at the end of each step.
    if (hasRules && !inside.some(({ type }) => type === 'steps')) judged.add(node.id);
  }
  return judged;
}

type Operation = Exclude<Expression, string | number | boolean>;

export function instrument(plan: Plan, origins: Origins): Instrumented {
  const points = new Map<string, Point>();
  const actions = new Map<ActionPlan, string>();
  const nodes = new Map<string, string>();
  const judged = judgedForms(plan);
  const screenFile = `screens/${plan.id}.screen.json`;

  /** A location in a document. */
  interface Place {
    readonly file: string;
    readonly pointer: string;
  }
  const below = ({ file, pointer }: Place, path: string): Place => ({ file, pointer: `${pointer}/${path}` });

  function add({ file, pointer }: Place, kind: Point['kind'], ways: readonly string[], suffix = ''): string {
    const id = `${file}#${pointer}${suffix}`;
    points.set(id, { file, pointer, kind, ways: [...new Set([...(points.get(id)?.ways ?? []), ...ways])] });
    return id;
  }

  /** Numbers the conditions of one text in the order of their occurrence. */
  function expression(whole: Expression, at: Place): Expression {
    let count = 0;
    const watch = (condition: Expression): Expression => {
      if (typeof condition !== 'object') return condition;
      count += 1;
      const id = add(at, 'condition', ['true', 'false'], `?${count}`);
      return ['call', SEEN, id, walk(condition)];
    };
    const walk = (one: Expression): Expression => {
      if (!Array.isArray(one)) return one;
      const operation = one as Operation;
      if (operation[0] === 'choose') {
        const entries = operation.slice(1) as (readonly [Expression, Expression])[];
        return ['choose', ...entries.map(([when, value]) => [watch(when), walk(value)] as const)];
      }
      if (operation[0] === 'filter' || operation[0] === 'exists' || operation[0] === 'all')
        return [operation[0], walk(operation[1]), operation[2], watch(operation[3])];
      return mapOperands(operation, walk);
    };
    return walk(whole);
  }

  function condition(when: Expression | undefined, at: Place): Expression | undefined {
    if (when === undefined || typeof when !== 'object') return when;
    return ['call', SEEN, add(at, 'condition', ['true', 'false']), expression(when, at)];
  }

  /** A critical request has three results for "done": true, false, or not known yet. */
  function ending(done: Expression, at: Place): Expression {
    if (typeof done !== 'object') return done;
    const id = add(at, 'condition', ['true', 'false']);
    return ['or', ['call', SEEN, id, expression(done, at)], ['call', SEEN, id]];
  }

  function seen(name: string, value: Expression, at: Place): Expression | undefined {
    if (name === MADE_BY_COMPILER) return value;
    return CONDITIONS.has(name) ? condition(value, at) : expression(value, at);
  }

  function record<T extends { readonly [name: string]: Expression }>(given: T, at: Place): T {
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, seen(name, value, below(at, name))]),
    ) as T;
  }

  function list(given: readonly ActionPlan[], at: Place): ActionPlan[] {
    return given.map((action, index) => {
      const place = below(at, String(index));
      const fails =
        FAILING.has(action.do) || (JUDGING.has(action.do) && judged.has(String(action.props?.['form'])));
      const id = add(place, 'action', fails ? ['done', 'failed'] : ['done']);
      const { when, props, critical, cases, catch: caught } = action;
      const made: ActionPlan = {
        ...action,
        ...(when !== undefined && { when: condition(when, below(place, 'when')) ?? when }),
        ...(props && { props: record(props, place) }),
        ...(critical?.done !== undefined && {
          critical: {
            ...critical,
            done: ending(critical.done, below(place, 'critical/done')),
          },
        }),
        ...(cases && { cases: casesOf(cases, below(place, 'cases')) }),
        ...(caught && { catch: casesOf(caught, below(place, 'catch')) }),
      };
      actions.set(made, id);
      return made;
    });
  }

  /** Adds a condition that is always true to a case without one, so that a taken case is reported. */
  function casesOf(given: readonly CasePlan[], at: Place): CasePlan[] {
    return given.map(({ when, run }, index) => {
      const place = below(at, String(index));
      return {
        when:
          when === undefined || typeof when !== 'object'
            ? ['call', SEEN, add(place, 'case', ['true']), when ?? true]
            : (condition(when, below(place, 'when')) ?? when),
        run: list(run, below(place, 'run')),
      };
    });
  }

  function element(given: ElementPlan, at: Place): ElementPlan {
    const { visible, props, each } = given;
    return {
      ...given,
      ...(visible !== undefined && { visible: condition(visible, below(at, 'visibleWhen')) ?? visible }),
      ...(each && { each: { ...each, list: expression(each.list, below(at, 'each')) } }),
      props: record(props, at),
    };
  }

  function node(given: NodePlan): NodePlan {
    const at = origins[given.id];
    if (at === undefined) return given;
    nodes.set(given.id, add(at, 'node', ['drawn'], '!'));
    const { visible, enabled, each, props, lists, slots, on, supply, fallback } = given;
    return {
      ...given,
      ...(visible !== undefined && { visible: condition(visible, below(at, 'visibleWhen')) ?? visible }),
      ...(enabled !== undefined && { enabled: condition(enabled, below(at, 'enabledWhen')) ?? enabled }),
      ...(each && { each: { ...each, list: expression(each.list, below(at, 'each')) } }),
      ...(props && { props: record(props, at) }),
      ...(lists && {
        lists: Object.fromEntries(
          Object.entries(lists).map(([name, all]) => [
            name,
            all.map((one, index) => element(one, below(at, `${name}/${index}`))),
          ]),
        ),
      }),
      ...(slots && {
        slots: Object.fromEntries(Object.entries(slots).map(([name, all]) => [name, all.map(node)])),
      }),
      ...(on && { on: events(on, below(at, 'on')) }),
      ...(supply && {
        supply: {
          ...supply,
          elements: supply.elements.map((one) => ({
            ...one,
            nodes: Object.fromEntries(Object.entries(one.nodes).map(([kind, each]) => [kind, node(each)])),
          })),
        },
      }),
      ...(fallback !== undefined && fallback !== 'none' && { fallback: node(fallback) }),
    };
  }

  function events(
    given: { readonly [event: string]: readonly ActionPlan[] },
    at: Place,
  ): { [event: string]: ActionPlan[] } {
    return Object.fromEntries(
      Object.entries(given).map(([event, actionList]) => [event, list(actionList, below(at, event))]),
    );
  }

  const screen: Place = { file: screenFile, pointer: '' };
  const { title, documentTitle, data, on, body, bar, overlays } = plan;
  const made: Plan = {
    ...plan,
    title: expression(title, below(screen, 'title')),
    ...(documentTitle !== undefined && {
      documentTitle: expression(documentTitle, below(screen, 'documentTitle')),
    }),
    data: Object.fromEntries(
      Object.entries(data).map(([name, resource]) => {
        const at = below(screen, `data/${name}`);
        const { when, failed, load } = resource;
        const one = {
          ...resource,
          with: record(resource.with, below(at, 'with')),
          ...(when !== undefined && { when: condition(when, below(at, 'when')) ?? when }),
          ...(failed !== undefined && { failed: expression(failed, below(at, 'failed')) }),
          ...(load && { load: list(load, below(at, 'load')) }),
        };
        return [name, one];
      }),
    ),
    on: events({ ...on }, below(screen, 'on')),
    body: body.map(node),
    bar: bar.map(node),
    overlays: Object.fromEntries(Object.entries(overlays).map(([id, one]) => [id, node(one)])),
  };
  return { plan: made, points, actions, nodes };
}

/** Conditions on the language of texts; the compiler adds them, so they are not counted. */
const MADE_BY_COMPILER = 'spoken';
/** Properties whose values are conditions. */
const CONDITIONS: ReadonlySet<string> = new Set(['when', 'check', 'done', 'visibleWhen', 'enabledWhen']);
