import type { LiveNode, LiveScreen } from '#renderer/index.ts';

/**
 * Which nodes the elements of a page belong to.
 *
 * The page that is worked on is byte for byte the one that borrowers get, so nothing in it says so. React keeps
 * with every element what drew it, and there the nodes are found, as React's own tools find components: an
 * internal of the pinned version, which the journey of `npm run dev` would miss.
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

/** Innermost first. */
export function nodesAround(element: Element): readonly LiveNode[] {
  const nodes: LiveNode[] = [];
  for (let fiber = fiberOf(element); fiber !== null; fiber = fiber.return) {
    const node = propOf(fiber, 'node') ?? nodeOfOverlay(propOf(fiber, 'overlay'));
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
  for (let fiber = element && fiberOf(element); fiber !== null; fiber = fiber.return) {
    const live = propOf(fiber, 'live');
    if (isScreen(live)) return live;
  }
  return undefined;
}

function fiberOf(element: Element): Fiber | null {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  return key === undefined ? null : (Reflect.get(element, key) as Fiber | null);
}

function propOf({ memoizedProps }: Fiber, name: string): unknown {
  return typeof memoizedProps === 'object' && memoizedProps !== null
    ? Reflect.get(memoizedProps, name)
    : undefined;
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
