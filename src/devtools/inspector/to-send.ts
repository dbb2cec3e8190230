import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import type { Expression, Result, Scope, Value } from '#renderer/plan/expression.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import type { ActionPlan, NodePlan } from '#renderer/plan/plan.ts';
import { SECRET_PURPOSES } from '#renderer/plan/secrets.ts';
import { isRecord, isValue } from '#renderer/plan/value.ts';
import { readsOf } from '#renderer/runtime/reads.ts';
import type { TreeNode } from '#renderer/runtime/tree-node.ts';
import { listChildren, scopeOf } from './describe.ts';
import { readDrawn } from './drawn.ts';

/** A member of a request, with its current value. */
export interface RequestMember {
  readonly name: string;
  /** `later`: known only when the request is sent, such as the reply to an earlier step. */
  readonly status: 'present' | 'absent' | 'later';
  readonly value?: Value;
  /** Paths of the values in it, such as `form.bank.cardNo`; empty for a fixed value. */
  readonly reads: readonly string[];
}

/** A request that a screen can send. */
export interface RequestToSend {
  readonly id: string;
  readonly endpoint: string;
  readonly members: readonly RequestMember[];
  readonly from: {
    /** The event that sends it: `tap`, `submit`, `enter`. */
    readonly event: string;
    /** The widget; absent for the screen itself. */
    readonly type?: string;
    /** Text on the button, if there is one. */
    readonly words?: string;
    /** Number of visible copies of a repeated node; the values are those of the first copy. 0: no copy is visible. */
    readonly copies: number;
  };
}

/** A visible field. */
interface FieldNow {
  readonly label?: string;
  /** Whether its rules currently require a value. */
  readonly isRequired: boolean;
}

/** What the rendered screen would send now. */
export interface ToSend {
  readonly requests: readonly RequestToSend[];
  /** By their paths: `form.bank.cardNo`. */
  readonly fields: { readonly [path: string]: FieldNow };
  /** Paths of the fields for secrets, also of hidden ones: a form may send what was typed before they were hidden. */
  readonly secrets: readonly string[];
}

/** What the rendered screen would send now; undefined if none is rendered. */
export function readToSend(document: Document): ToSend | undefined {
  const screen = readDrawn(document)?.screen;
  return screen && toSendOf(screen);
}

/** What a screen would send now. */
export function toSendOf(screen: LiveScreen): ToSend | undefined {
  const children = listChildren(screen);
  const [first] = children;
  if (first === undefined) return undefined;
  const [fields, forms] = [fieldsOf(children), formsOf(children)];
  const { plan } = screen;
  const roots = [...plan.body, ...plan.bar, ...Object.values(plan.overlays)];
  const nodes = roots.flatMap(nodesIn);
  const planned = roots.flatMap((node) => secretsIn(node, undefined));
  const secrets = [...new Set([...planned, ...children.flatMap(secretsNow)])];
  const ofNodes = nodes.flatMap((node) => {
    const live = children.filter((child) => child.kind === 'node' && child.plan.id === node.id);
    const [one] = live;
    const scope = withoutHidden(scopeOf(one ?? first), forms, fields);
    return Object.entries(node.on ?? {}).flatMap(([event, actions]) =>
      requestsIn(actions).map((action, nth) => ({
        ...request(action, scope),
        id: `${node.id} ${event} ${nth}`,
        from: { event, ...wordsOf(node, one), copies: live.length },
      })),
    );
  });
  const scope = withoutHidden(scopeOf(first), forms, fields);
  const ofScreen = Object.entries(plan.on).flatMap(([event, actions]) =>
    requestsIn(actions).map((action, nth) => ({
      ...request(action, scope),
      id: `${event} ${nth}`,
      from: { event, copies: 1 },
    })),
  );
  // Plain data: the studio has other copies of the engine's classes, and forms own their records.
  return structuredClone({ requests: [...ofNodes, ...ofScreen], fields, secrets });
}

function nodesIn(node: NodePlan): readonly NodePlan[] {
  return [
    node,
    ...Object.values(node.slots ?? {})
      .flat()
      .flatMap(nodesIn),
  ];
}

/** Lists the requests of a list of actions and of its cases. Requests that run only after a failure are left out. */
function requestsIn(actions: readonly ActionPlan[]): readonly ActionPlan[] {
  return actions.flatMap((action) => [
    ...(action.do === 'request' ? [action] : []),
    ...(action.cases ?? []).flatMap(({ run }) => requestsIn(run)),
  ]);
}

function request({ props = {} }: ActionPlan, scope: Scope): Pick<RequestToSend, 'endpoint' | 'members'> {
  const { endpoint, with: given = ['record', {}] } = props;
  const isSplit = Array.isArray(given) && given[0] === 'record';
  const members = isSplit ? (given[1] as { readonly [name: string]: Expression }) : {};
  return {
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    members: Object.entries(members).map(([name, value]) => ({ name, ...readNow(value, scope) })),
  };
}

function readNow(expression: Expression, scope: Scope): Omit<RequestMember, 'name'> {
  const result: Result = evaluate(expression, scope);
  const reads = [...readsOf(expression)];
  // A value can be the first present one of several, or a text of the present ones.
  const there = reads.filter((path) => isValue(scope.read(path.split('.'))));
  if (isValue(result)) return { status: 'present', value: result, reads: there };
  return { status: result === undefined ? 'absent' : 'later', reads };
}

/** The text on a button, or the label. */
function wordsOf(
  { type }: NodePlan,
  live: LiveChild | undefined,
): Pick<RequestToSend['from'], 'type' | 'words'> {
  const props = live?.kind === 'node' ? live.snapshot().props : {};
  const words = [props['text'], props['label'], props['title']].find((one) => typeof one === 'string');
  return { type, ...(typeof words === 'string' && { words }) };
}

/** The visible fields of the screen, by the paths that requests read. */
function fieldsOf(children: readonly LiveChild[]): ToSend['fields'] {
  return Object.fromEntries(
    children.flatMap((child): (readonly [string, FieldNow])[] => {
      if (child.kind !== 'node' || !child.isField || !child.snapshot().visible) return [];
      const { props, isRequired = false } = child.snapshot();
      const { label } = props;
      const path = pathOf(child);
      if (path === undefined) return [];
      return [[path, { ...(typeof label === 'string' && { label }), isRequired }]];
    }),
  );
}

function pathOf(child: LiveNode): string | undefined {
  // Live nodes are nodes of the tree.
  return (child as TreeNode).fieldPath ?? child.plan.bind?.join('.');
}

/** Secret fields of the plan: the children of hidden nodes are nowhere else. */
function secretsIn(node: NodePlan, around: string | undefined): readonly string[] {
  const { id, type, bind, props = {}, slots = {} } = node;
  const { name, purpose } = props;
  const inForm = around !== undefined && typeof name === 'string' ? `${around}.${name}` : around;
  const path = bind?.join('.') ?? (type === 'form' ? `form.${id}` : inForm);
  const inside = Object.values(slots)
    .flat()
    .flatMap((child) => secretsIn(child, path));
  return path !== undefined && SECRET_PURPOSES.has(purpose) ? [path, ...inside] : inside;
}

/** Lists the paths of the secret fields on the screen. Fields in records, and fields that a server supplies, are included. */
function secretsNow(child: LiveChild): readonly string[] {
  if (child.kind !== 'node' || !SECRET_PURPOSES.has(child.snapshot().props['purpose'])) return [];
  const path = pathOf(child);
  return path === undefined ? [] : [path];
}

/** The forms whose hidden fields are not sent. */
function formsOf(children: readonly LiveChild[]): ReadonlySet<string> {
  return new Set(
    children.flatMap(({ plan, instance }) =>
      plan.type === 'form' && plan.props?.['hidden'] !== 'keep' ? [instance] : [],
    ),
  );
}

/** A scope that reads forms as they are sent: without the fields that are hidden now. */
function withoutHidden(scope: Scope, forms: ReadonlySet<string>, fields: ToSend['fields']): Scope {
  const paths = Object.keys(fields);
  const isShown = (path: string) =>
    paths.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  const drop = (value: Value, path: string): Value => {
    if (!isRecord(value) || Object.hasOwn(fields, path)) return value;
    const shown = Object.entries(value).filter(([name]) => isShown(`${path}.${name}`));
    return Object.fromEntries(shown.map(([name, one]) => [name, drop(one, `${path}.${name}`)]));
  };
  return {
    locale: scope.locale,
    read(path) {
      const result = scope.read(path);
      const [root, form = ''] = path;
      if (root !== 'form' || !forms.has(form) || !isValue(result)) return result;
      const dotted = path.join('.');
      return isShown(dotted) ? drop(result, dotted) : undefined;
    },
    with: (name, value) => withoutHidden(scope.with(name, value), forms, fields),
  };
}
