import type { LiveChild, LiveScreen } from '#renderer/index.ts';
import { nodeReads, readsOf } from '#renderer/runtime/reads.ts';
import type { TreeUnit } from '#renderer/runtime/tree-unit.ts';
import type { Expression, Result } from '#renderer/plan/expression.ts';
import type { ActionPlan, NodePlan, Plan } from '#renderer/plan/plan.ts';
import type { InspectedProperty, NodePlace, ScreenPlaces } from '#src/shared/inspected.ts';

/** A node, or an empty list, with what the inspector shows of it. */
export interface Inspected {
  readonly child: LiveChild;
  readonly instance: string;
  readonly type: string;
  /** `file:line:column` */
  readonly at: string | undefined;
  /** Why it is hidden; undefined if it is visible. */
  readonly why: string | undefined;
  /** Its conditions as expressions. */
  readonly conditions: readonly { readonly property: InspectedProperty; readonly text: string }[];
  /** Values that it reads; for a hidden node, values that its condition reads. */
  readonly values: readonly { readonly path: string; readonly text: string }[];
  /** Endpoints of its data and its actions. */
  readonly endpoints: readonly string[];
}

const LONGEST_VALUE = 300;

/**
 * All live nodes of the screen in document order, then those of open overlays. Hidden nodes have no live children.
 */
export function listChildren(screen: LiveScreen): readonly LiveChild[] {
  const overlays = screen.surface.snapshot().overlays.map(({ node }) => node);
  return [...screen.body, ...screen.bar, ...overlays].flatMap(childrenWithin);
}

/** A node and its descendants. */
export function childrenWithin(child: LiveChild): readonly LiveChild[] {
  if (child.kind === 'repeat') {
    const { items } = child.snapshot();
    return items.length === 0 ? [child] : items.flatMap(childrenWithin);
  }
  return [child, ...Object.values(child.slots).flat().flatMap(childrenWithin)];
}

/** @param isDrawn - Whether the page has an element of the node. */
export function inspect(child: LiveChild, isDrawn: boolean, places: ScreenPlaces | undefined): Inspected {
  const { plan, instance } = child;
  const place = places?.nodes[plan.id];
  const why = isDrawn ? undefined : whyHidden(child, place);
  const scope = scopeOf(child);
  const paths = new Set(why?.reads ?? readsAsDrawn(plan));
  const values = [...paths].flatMap((path) => {
    const text = writeValue(scope.read(path.split('.')));
    return text === undefined ? [] : [{ path, text }];
  });
  return {
    child,
    instance,
    type: plan.type,
    at: place?.at,
    why: why?.text,
    conditions: conditionsOf(child, place, why?.property),
    values,
    endpoints: endpointsOf(plan, paths, scope.sources.plan),
  };
}

/** What the expressions of a node read. */
export function scopeOf(child: LiveChild) {
  return (child as TreeUnit).around.scope;
}

interface Why {
  readonly text: string;
  readonly property?: InspectedProperty;
  readonly reads?: Iterable<string>;
}

function whyHidden(child: LiveChild, place: NodePlace | undefined): Why {
  const { plan } = child;
  if (child.kind === 'repeat')
    return { text: 'Its list has no items.', property: 'each', reads: readsOf(plan.each?.list) };
  const { visible } = plan;
  if (!child.snapshot().visible) {
    if (visible === undefined) return { text: 'What it is about is not there.' };
    const text =
      place?.written.visibleWhen === undefined
        ? 'A condition of it does not hold.'
        : 'Its condition does not hold.';
    return { text, property: 'visibleWhen', reads: readsOf(visible) };
  }
  const isAround = Object.values(child.slots).some((slot) => slot.length > 0);
  return { text: isAround ? 'Everything in it is hidden.' : 'It has nothing to show.' };
}

function conditionsOf(
  child: LiveChild,
  place: NodePlace | undefined,
  deciding: InspectedProperty | undefined,
): Inspected['conditions'] {
  const isOff = child.kind === 'node' && child.snapshot().visible && !child.snapshot().enabled;
  const properties: (InspectedProperty | undefined)[] = [deciding, isOff ? 'enabledWhen' : undefined];
  return properties.flatMap((property) => {
    const text = property && place?.written[property];
    return property === undefined || text === undefined ? [] : [{ property, text }];
  });
}

function readsAsDrawn(plan: NodePlan): readonly string[] {
  const { paths, keyed } = nodeReads(plan);
  const bound = plan.bind === undefined ? [] : [plan.bind.join('.')];
  return [...bound, ...paths, ...keyed.map(({ map }) => map)];
}

/** @returns undefined for a failure, such as a name that exists only in an inner scope. */
export function writeValue(value: Result): string | undefined {
  if (value === undefined) return 'absent';
  if (typeof value === 'symbol') return 'not there yet';
  if (isFailure(value)) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/**
 * Recognizes a failure by its prototype: `instanceof` does not work, because the page has its own copy of the class.
 */
function isFailure(value: Exclude<Result, undefined | symbol>): boolean {
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind !== null && kind !== Object.prototype;
}

function endpointsOf(plan: NodePlan, paths: ReadonlySet<string>, { data }: Plan): readonly string[] {
  const read = [...paths].flatMap((path) => {
    const [root, name = ''] = path.split('.');
    const endpoint = root === 'data' && Object.hasOwn(data, name) ? data[name]?.endpoint : undefined;
    return endpoint === undefined ? [] : [endpoint];
  });
  const called = Object.values(plan.on ?? {}).flatMap(endpointsIn);
  return [...new Set([...read, ...called])];
}

function endpointsIn(actions: readonly ActionPlan[]): readonly string[] {
  return actions.flatMap(({ props, cases = [], catch: caught = [] }) => {
    const own: Expression | undefined = props?.['endpoint'];
    const inner = [...cases, ...caught].flatMap(({ run }) => endpointsIn(run));
    return typeof own === 'string' ? [own, ...inner] : inner;
  });
}
