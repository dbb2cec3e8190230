import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { DrawnPage } from './save-page.ts';
import type { TreeLine } from './read-tree.ts';
import { LOOKS, SCRIPT_RECORDS, scriptBlock } from './snapshot-file.ts';
import type { Stage } from './stage.ts';

/** A line of a tree, and the plan node that rendered it. */
export interface DrawnLine {
  readonly text: string;
  readonly node?: string;
}

/** One state of a screen, rendered in one language; plain data, so that threads can exchange it. */
export interface DrawnState {
  readonly screen: string;
  readonly state: string;
  readonly title: string;
  readonly language: string;
  readonly lines: readonly DrawnLine[];
  /** Whether the state was rendered in another language before, whose text is compared. */
  readonly isTranslation?: true;
  /** Screens that were opened on the way. */
  readonly opened?: readonly string[];
  /** A copy of the page, if the run stores pages. */
  readonly page?: DrawnPage;
  /** The looks; only the first of several languages has them. */
  readonly looks?: readonly DrawnLine[];
  /** Why the state could not be rendered. */
  readonly failure?: string;
}

/** Splits a state into its snapshot records: the text, and the looks if present. */
export function recordsOf({ looks, ...told }: DrawnState): readonly DrawnState[] {
  if (looks === undefined) return [told];
  const state = told.language === SCRIPT_RECORDS ? scriptBlock(told.state) : told.state;
  const { page: _page, ...rest } = told;
  return [told, { ...rest, state, language: LOOKS, lines: looks }];
}

/** The page as text, and the effects of the last steps. */
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

/** The plan node by the id of its element. */
export function nodesById(live: LiveScreen | undefined): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>();
  if (live === undefined) return nodes;
  const overlays = live.surface.snapshot().overlays.map(({ node }) => node);
  for (const node of nodesIn([...live.body, ...live.bar, ...overlays]))
    nodes.set(node.instance.replace(/\s/g, '_'), node.plan.id);
  return nodes;
}

/** The looks of the current page. */
export function looksOf(stage: Stage, live: LiveScreen | undefined): readonly DrawnLine[] {
  return placed(stage.readLooks(), live);
}

/** Lines with the plan nodes that rendered them. */
function placed(lines: readonly TreeLine[], live: LiveScreen | undefined): readonly DrawnLine[] {
  const nodes = nodesById(live);
  return lines.map(({ text, id }) => {
    const node = id === undefined ? undefined : nodes.get(id);
    return { text, ...(node !== undefined && { node }) };
  });
}

/** Removes tokens that the simulator makes up on each run. */
export function withoutTokens(address: string): string {
  return address.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…');
}

/** Every node in these subtrees, including the items of lists. */
export function* nodesIn(children: readonly LiveChild[]): Generator<LiveNode> {
  for (const child of children) {
    if (child.kind === 'repeat') yield* nodesIn(child.snapshot().items);
    else {
      yield child;
      for (const slot of Object.values(child.slots)) yield* nodesIn(slot);
    }
  }
}
