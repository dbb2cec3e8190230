import type { Expression } from '../plan/expression.ts';
import type { ActionPlan, NodePlan, Plan } from '../plan/plan.ts';
import { type Compiled, compileProject } from './compile.ts';
import { actionsOf, nodesOf } from './compile/plan-walk.ts';
import type { SourceFile } from './world.ts';

/** The links between screens. */
export interface ScreenGraph {
  readonly screens: readonly {
    readonly id: string;
    readonly paths: readonly string[];
    /** No address and no other screen leads to it. */
    readonly isUnreachable: boolean;
    /** It leads to no screen and to no other page, and does not go back. */
    readonly isEnd: boolean;
  }[];
  readonly edges: readonly ScreenEdge[];
}

export interface ScreenEdge {
  readonly from: string;
  readonly to: string;
  /** The label of the tapped node, or the event of the screen or its data. */
  readonly by: string;
  readonly replaces: boolean;
}

const LEADS_ON = new Set(['go', 'leave', 'back', 'native']);

/** The links between a project's screens, with parts expanded; undefined if it has errors. */
export function screenGraph(files: readonly SourceFile[]): ScreenGraph | undefined {
  return graphOf(compileProject(files));
}

/** The same for a compiled project. */
export function graphOf({ app, plans }: Pick<Compiled, 'app' | 'plans'>): ScreenGraph | undefined {
  if (app === undefined) return undefined;
  const edges = [...plans.values()].flatMap(edgesOf);
  const special = Object.values(app.special ?? {});
  const screens = [...plans.values()].map((plan) => {
    const paths = app.screens[plan.id]?.paths ?? [];
    const isNamed = paths.length > 0 || special.includes(plan.id);
    return {
      id: plan.id,
      paths,
      isUnreachable: !isNamed && !edges.some(({ from, to }) => to === plan.id && from !== plan.id),
      isEnd: ![...listsOf(plan)].some(([list]) =>
        [...actionsOf(list)].some((action) => LEADS_ON.has(action.do)),
      ),
    };
  });
  return { screens, edges };
}

function edgesOf(plan: Plan): ScreenEdge[] {
  const found = new Map<string, ScreenEdge>();
  for (const [list, by] of listsOf(plan)) {
    for (const action of actionsOf(list)) {
      const to = action.props?.['to'];
      if (action.do !== 'go' || typeof to !== 'string') continue;
      const edge = { from: plan.id, to, by, replaces: action.props?.['replace'] === true };
      found.set(JSON.stringify(edge), edge);
    }
  }
  return [...found.values()];
}

/** Ids of the nodes in a plan that go to a screen, in order. */
export function nodesLeadingTo(plan: Plan, screen: string): readonly string[] {
  const nodes = [...nodesOf([...plan.body, ...plan.bar, ...Object.values(plan.overlays)])];
  return nodes.flatMap(({ id, on = {} }) => {
    const actions = Object.values(on).flatMap((list) => [...actionsOf(list)]);
    return actions.some((action) => action.do === 'go' && action.props?.['to'] === screen) ? [id] : [];
  });
}

/** Every list of actions, with what starts it. */
function* listsOf(plan: Plan): Generator<readonly [list: readonly ActionPlan[], by: string]> {
  const nodes = [...nodesOf([...plan.body, ...plan.bar, ...Object.values(plan.overlays)])];
  for (const node of nodes) {
    for (const [event, list] of Object.entries(node.on ?? {})) yield [list, nameOfEvent(nodes, node, event)];
  }
  for (const [name, { load }] of Object.entries(plan.data))
    if (load !== undefined) yield [load, `${name} is read`];
  for (const [event, list] of Object.entries(plan.on)) yield [list, event];
}

/** The label of a link that an event of a node follows. If the event sends a form, it is the label of the button that sends it. */
function nameOfEvent(nodes: readonly NodePlan[], node: NodePlan, event: string): string {
  if (event === 'tap') return nameOf(node);
  const sender = nodes.find(
    ({ on = {} }) =>
      event === 'submit' &&
      Object.values(on)
        .flatMap((list) => [...actionsOf(list)])
        .some((action) => action.do === 'submit' && action.props?.['form'] === node.id),
  );
  return sender === undefined ? `${nameOf(node)} (${event})` : nameOf(sender);
}

/** The text of a node as in the definition; else the first text inside the node; else its type. */
function nameOf(node: NodePlan): string {
  const words = [...nodesOf([node])].flatMap(({ props = {} }) =>
    ['text', 'title', 'label', 'alt'].map((name) => wordsOf(props[name])),
  );
  return words.find((text) => text !== undefined && text !== '') ?? node.type;
}

function wordsOf(expression: Expression | undefined): string | undefined {
  if (typeof expression === 'string') return expression;
  if (!Array.isArray(expression)) return undefined;
  // The values of placeholders are not known here.
  if (expression[0] === 'text') return String(expression[1]).replaceAll(/\{[^{}]*\}/g, '…');
  if (expression[0] !== 'choose') return undefined;
  const entries = expression.slice(1) as (readonly [Expression, Expression])[];
  const words = entries.flatMap(([, value]) => wordsOf(value) ?? []);
  return words.length === 0 ? undefined : words.join(' / ');
}
