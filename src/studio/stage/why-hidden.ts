import type { LiveScreen } from '#renderer/index.ts';
import { childrenWithin, inspect, listChildren } from '#src/devtools/inspector/describe.ts';
import { readDrawn } from '#src/devtools/inspector/drawn.ts';
import { overlayAround, pathToNode } from '#src/devtools/inspector/node-path.ts';
import { overlayCondition } from '#src/devtools/inspector/open-overlay.ts';
import type { HiddenWhy } from './scene.ts';

function whyClosed(screen: LiveScreen, overlay: string): Pick<HiddenWhy, 'text' | 'values'> {
  const { holds, values } = overlayCondition(screen, overlay);
  return holds
    ? { text: 'It opens over the screen, and is closed.', values: [] }
    : { text: 'It opens over the screen if its condition holds, and it does not hold now.', values };
}

/** Why a node of the plan is hidden in the current state; undefined if it is visible. */
export function whyHidden(document: Document, id: string): HiddenWhy | undefined {
  const drawn = readDrawn(document);
  if (drawn === undefined) return undefined;
  const { screen, elements } = drawn;
  const seen = new Set([...elements.keys()].map(({ plan }) => plan.id));
  const path = pathToNode(screen.plan, id);
  const [root] = path;
  if (root === undefined || seen.has(id)) return undefined;
  const { phase, overlays } = screen.surface.snapshot();
  const overlay = overlayAround(screen.plan, id);
  if (overlay !== undefined && !overlays.some(({ node }) => node.plan.id === root.id))
    return { node: root.id, ...whyClosed(screen, overlay) };
  const children = listChildren(screen);
  // A hidden node has no live children, so the innermost live ancestor decides.
  const innermost = [...path].reverse().find(({ id: one }) => children.some(({ plan }) => plan.id === one));
  const [child, ...more] = children.filter(({ plan }) => plan.id === innermost?.id);
  if (child === undefined) return { node: id, text: 'Its parent does not show it now.', values: [] };
  const isHiddenItself = child.kind === 'repeat' || !child.snapshot().visible;
  if (!isHiddenItself && phase !== 'content')
    return { node: id, text: 'The screen’s content is not there in this state.', values: [] };
  if (!isHiddenItself && [child, ...more].flatMap(childrenWithin).some(({ plan }) => seen.has(plan.id)))
    return { node: child.plan.id, text: 'Its parent does not show it now.', values: [] };
  const { why = '', values } = inspect(child, false, undefined);
  return { node: child.plan.id, text: why, values };
}
