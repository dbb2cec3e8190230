import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import type { ScreenState } from '#src/server/reference/states.ts';
import { prepareScreens } from './prepare.ts';
import type { TestProject } from './project.ts';
import type { Recorded } from './recorded.ts';
import { openStage, type Stage } from './stage.tsx';

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
  /** Why it could not be drawn. */
  readonly failure?: string;
}

export interface RunOptions {
  /** Which states; default all. */
  readonly wants?: (state: ScreenState) => boolean;
  /** Default: all that the project speaks. */
  readonly languages?: readonly string[];
}

/** Draws a screen's states, each in every language, one after the other. */
export async function runScreen(
  project: TestProject,
  screen: string,
  { wants = () => true, languages = [...project.release.languages.keys()] }: RunOptions = {},
): Promise<readonly DrawnState[]> {
  await prepareScreens(project.release.plans.values());
  const drawn: DrawnState[] = [];
  for (const state of (project.states.get(screen) ?? []).filter(wants)) {
    const spoken = state.lang === undefined ? languages : languages.filter((one) => one === state.lang);
    let recorded: Recorded | undefined;
    for (const language of spoken) {
      const one = { screen, state: state.name, title: state.title, language };
      try {
        let live: LiveScreen | undefined;
        const stage = await openStage(project, {
          state,
          language,
          recorded,
          onOpen: (opened) => {
            live = opened;
          },
        });
        recorded = stage.recorded;
        drawn.push({ ...one, lines: linesOf(stage, state, live) });
        await stage.close();
      } catch (error) {
        drawn.push({ ...one, lines: [], failure: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return drawn;
}

function linesOf(stage: Stage, state: ScreenState, live: LiveScreen | undefined): DrawnLine[] {
  const nodes = new Map<string, string>();
  if (live !== undefined) {
    const overlays = live.surface.snapshot().overlays.map(({ node }) => node);
    for (const node of nodesIn([...live.body, ...live.bar, ...overlays]))
      nodes.set(node.instance.replace(/\s/g, '_'), node.plan.id);
  }
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

/** What the reference service makes up anew each time says nothing. */
function withoutTokens(address: string): string {
  return address.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…');
}

/** Every node below these, items of lists included. */
function* nodesIn(children: readonly LiveChild[]): Generator<LiveNode> {
  for (const child of children) {
    if (child.kind === 'repeat') yield* nodesIn(child.snapshot().items);
    else {
      yield child;
      for (const slot of Object.values(child.slots)) yield* nodesIn(slot);
    }
  }
}
