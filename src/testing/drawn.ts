import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { DrawnPage } from './keep-page.ts';
import type { TreeLine } from './read-tree.ts';
import { LOOKS, SCRIPT_RECORDS, scriptBlock } from './snapshot-file.ts';
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
  /** How it looks; where a language is one of several, the first one alone says so. */
  readonly looks?: readonly DrawnLine[];
  /** Why it could not be drawn. */
  readonly failure?: string;
}

/** What is written of it: what is told, and how it looks where that is said. */
export function recordsOf({ looks, ...told }: DrawnState): readonly DrawnState[] {
  if (looks === undefined) return [told];
  const state = told.language === SCRIPT_RECORDS ? scriptBlock(told.state) : told.state;
  const { page: _page, ...rest } = told;
  return [told, { ...rest, state, language: LOOKS, lines: looks }];
}

/** What a borrower is told now, and what else came of it. */
export function linesOf(
  stage: Stage,
  state: ScreenState,
  live: LiveScreen | undefined,
): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
  if (live !== undefined && live.plan.id !== state.screen)
    lines.push({ text: `on the screen ${live.plan.id}` });
  lines.push(...placed(stage.read(), live));
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

/** How what is there now looks. */
export function looksOf(stage: Stage, live: LiveScreen | undefined): readonly DrawnLine[] {
  return placed(stage.readLooks(), live);
}

/** Lines with the nodes of the plan that drew them. */
function placed(lines: readonly TreeLine[], live: LiveScreen | undefined): readonly DrawnLine[] {
  const nodes = nodesById(live);
  return lines.map(({ text, id }) => {
    const node = id === undefined ? undefined : nodes.get(id);
    return { text, ...(node !== undefined && { node }) };
  });
}

/** What the reference service makes up anew each time says nothing. */
export function withoutTokens(address: string): string {
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
