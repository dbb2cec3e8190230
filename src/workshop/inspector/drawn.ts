import type { LiveNode, LiveScreen } from '#renderer/index.ts';

/**
 * Which nodes the elements of a page belong to.
 *
 * The page that is worked on is byte for byte the one that borrowers get, so nothing in it says so. React keeps
 * with every element what drew it, Preact keeps all that it drew with the element it draws into; there the nodes
 * are found, as their own tools find components: internals of pinned versions, which the journey of `npm run dev`
 * would miss.
 */
export interface DrawnNodes {
  readonly screen: LiveScreen;
  /** Elements by node, the outermost of each; a node without one is not to be seen. */
  readonly elements: ReadonlyMap<LiveNode, readonly Element[]>;
}

/** What React keeps, of which this much is read. */
interface Fiber {
  readonly return: Fiber | null;
  readonly memoizedProps: unknown;
}

/** What Preact keeps, by the names that its published files have. */
interface VNode {
  readonly type: unknown;
  readonly props: unknown;
  readonly __: VNode | null;
  readonly __k: readonly (VNode | null)[] | null;
  readonly __e: unknown;
}

/** Innermost first. */
export function nodesAround(element: Element): readonly LiveNode[] {
  const nodes: LiveNode[] = [];
  for (const props of propsAround(element)) {
    const node = propOf(props, 'node') ?? nodeOfOverlay(propOf(props, 'overlay'));
    // Several components of the engine are given the same node.
    if (isNode(node) && nodes.at(-1) !== node) nodes.push(node);
  }
  return nodes;
}

/** @returns undefined where no screen is drawn. */
export function readDrawn(document: Document): DrawnNodes | undefined {
  const screen = findScreen(document);
  if (screen === undefined) return undefined;
  const elements = new Map<LiveNode, Element[]>();
  const around = new Map<Element | null, readonly LiveNode[]>();
  for (const element of document.body.querySelectorAll('*')) {
    const nodes = nodesAround(element);
    around.set(element, nodes);
    const outside = around.get(element.parentElement) ?? [];
    for (const node of nodes) {
      if (outside.includes(node)) continue;
      const known = elements.get(node);
      if (known === undefined) elements.set(node, [element]);
      else known.push(element);
    }
  }
  return { screen, elements };
}

function findScreen(document: Document): LiveScreen | undefined {
  const element = document.querySelector('.cz-screen');
  if (element === null) return undefined;
  for (const props of propsAround(element)) {
    const live = propOf(props, 'live');
    if (isScreen(live)) return live;
  }
  return undefined;
}

/** What was given to whoever drew an element, innermost first. */
function* propsAround(element: Element): Generator<unknown> {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  let fiber = key === undefined ? null : (Reflect.get(element, key) as Fiber | null);
  for (; fiber !== null; fiber = fiber.return) yield fiber.memoizedProps;
  let vnode = key === undefined ? vnodeOf(element) : null;
  for (; vnode !== null; vnode = vnode.__) yield vnode.props;
}

function vnodeOf(element: Element): VNode | null {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const drawn = Reflect.get(around, '__k') as VNode | undefined;
    if (drawn !== undefined) return findVNode(drawn, element);
  }
  return null;
}

function findVNode(vnode: VNode, element: Element): VNode | null {
  // A component has the element of its first child.
  if (vnode.__e === element && typeof vnode.type === 'string') return vnode;
  for (const child of vnode.__k ?? []) {
    const found = child && findVNode(child, element);
    if (found !== null) return found;
  }
  return null;
}

function propOf(props: unknown, name: string): unknown {
  return typeof props === 'object' && props !== null ? Reflect.get(props, name) : undefined;
}

/** What is laid over a screen is drawn by a component of its own. */
function nodeOfOverlay(overlay: unknown): unknown {
  return typeof overlay === 'object' && overlay !== null ? Reflect.get(overlay, 'node') : undefined;
}

function isNode(value: unknown): value is LiveNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'kind') === 'node' &&
    'instance' in value
  );
}

function isScreen(value: unknown): value is LiveScreen {
  return typeof value === 'object' && value !== null && 'surface' in value && 'plan' in value;
}
