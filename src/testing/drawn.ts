import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import type { DrawnPage } from './keep-page.ts';
import type { Stage } from './stage.tsx';

/** A line of a tree, and the node of the plan that drew it. */
export interface DrawnLine {
  readonly text: string;
  readonly node?: string;
}

/** One state of a screen, drawn in one language; plain data, so that it goes from thread to thread. */
export interface DrawnState {
  readonly screen: string;
  readonly state: string;
  readonly title: string;
  readonly language: string;
  readonly lines: readonly DrawnLine[];
  /** Screens that it led through. */
  readonly opened?: readonly string[];
  /** What stood there, where that is kept. */
  readonly page?: DrawnPage;
  /** Why it could not be drawn. */
  readonly failure?: string;
}

/** What a borrower is told now, and what else came of it. */
export function linesOf(
  stage: Stage,
  state: ScreenState,
  live: LiveScreen | undefined,
): readonly DrawnLine[] {
  const nodes = nodesById(live);
  const lines: DrawnLine[] = [];
  if (live !== undefined && live.plan.id !== state.screen)
    lines.push({ text: `on the screen ${live.plan.id}` });
  for (const { text, id } of stage.read()) {
    const node = id === undefined ? undefined : nodes.get(id);
    lines.push({ text, ...(node !== undefined && { node }) });
  }
  for (const address of stage.left) lines.push({ text: `leaves for ${withoutTokens(address)}` });
  for (const { code, node, detail } of stage.faults)
    lines.push({
      text: ['reports', code, ...(node ? [`at ${node}`] : []), ...(detail ? [`(${detail})`] : [])].join(' '),
    });
  return lines;
}

/** Node of the plan by the id of the element that it drew. */
export function nodesById(live: LiveScreen | undefined): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>();
  if (live === undefined) return nodes;
  const overlays = live.surface.snapshot().overlays.map(({ node }) => node);
  for (const node of nodesIn([...live.body, ...live.bar, ...overlays]))
    nodes.set(node.instance.replace(/\s/g, '_'), node.plan.id);
  return nodes;
}

/** What the reference service makes up anew each time says nothing. */
function withoutTokens(address: string): string {
  return address.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…');
}

/** Every node below these, items of lists included. */
export function* nodesIn(children: readonly LiveChild[]): Generator<LiveNode> {
  for (const child of children) {
    if (child.kind === 'repeat') yield* nodesIn(child.snapshot().items);
    else {
      yield child;
      for (const slot of Object.values(child.slots)) yield* nodesIn(slot);
    }
  }
}
