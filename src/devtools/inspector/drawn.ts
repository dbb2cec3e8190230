import type { LiveNode, LiveScreen } from '#renderer/index.ts';

/**
 * Maps the elements of a page to nodes.
 *
 * The inspected page is byte for byte the published one, so its elements have no marks. The nodes are read from internals
 * of React and Preact, as their developer tools do. The versions are pinned, and the journey of `npm run dev` fails if
 * the internals change.
 */
export interface DrawnNodes {
  readonly screen: LiveScreen;
  /** Outermost elements by node; a node without elements is hidden. */
  readonly elements: ReadonlyMap<LiveNode, readonly Element[]>;
}

/** The members of a React fiber that are read. */
interface Fiber {
  readonly return: Fiber | null;
  readonly memoizedProps: unknown;
}

/** The members of a Preact vnode that are read, with the names of its published build. */
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
    // Several components of the engine get the same node.
    if (isNode(node) && nodes.at(-1) !== node) nodes.push(node);
  }
  return nodes;
}

/** @returns undefined if no screen is rendered. */
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

/** Props of the components around an element, innermost first. */
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
  // A component's vnode refers to the element of its first child.
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

/** A separate component renders overlays. */
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
