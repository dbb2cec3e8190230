import type { LiveScreen } from '#renderer/index.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Script } from '#src/shared/scripts.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type DrawnState, linesOf, looksOf, nodesById, recordsOf } from './drawn.ts';
import { playScript, type Watch } from './play-script.ts';
import { prepareScreens } from './prepare.ts';
import type { TestProject } from './project.ts';
import type { Recorded } from './recorded.ts';
import { openStage } from './stage.ts';

export interface RunOptions {
  /** Selects states; default: all. */
  readonly wants?: (state: ScreenState) => boolean;
  /** Selects scripts; default: all. */
  readonly plays?: (script: Script) => boolean;
  readonly watch?: Watch | undefined;
  /** Default: all languages of the project. */
  readonly languages?: readonly string[];
  /** Whether to keep copies of the pages: in all languages, or only in each state's first language. */
  readonly keepsPages?: 'all' | 'first' | undefined;
}

/** Renders a screen's states one after the other, each in every language, and plays its scripts. */
export async function runScreen(
  project: TestProject,
  screen: string,
  {
    wants = () => true,
    plays = () => true,
    watch = {},
    languages = [...project.release.languages.keys()],
    keepsPages,
  }: RunOptions = {},
): Promise<readonly DrawnState[]> {
  await prepareScreens(project.release.plans.values());
  const drawn: DrawnState[] = [];
  for (const state of (project.states.get(screen) ?? []).filter(wants)) {
    const spoken = state.lang === undefined ? languages : languages.filter((one) => one === state.lang);
    let recorded: Recorded | undefined;
    for (const language of spoken) {
      const keepsPage = keepsPages === 'all' || (keepsPages === 'first' && recorded === undefined);
      const one = await drawState(project, state, language, { recorded, watch, keepsPage });
      ({ recorded } = one);
      drawn.push(...recordsOf({ ...one.drawn, ...(language !== spoken[0] && { isTranslation: true }) }));
    }
  }
  for (const script of (project.scripts.get(screen) ?? []).filter(plays))
    drawn.push(...recordsOf(await playScript(project, screen, script, watch)));
  return drawn;
}

interface DrawOptions {
  /** The record of the first language, to replay in this one. Looks are read only without it. */
  readonly recorded?: Recorded | undefined;
  readonly watch?: Watch | undefined;
  /** Whether to keep a copy of the page. */
  readonly keepsPage?: boolean | undefined;
}

/** Renders one state. */
export async function drawState(
  project: TestProject,
  state: ScreenState,
  language: string,
  { recorded, watch = {}, keepsPage = false }: DrawOptions = {},
): Promise<{ readonly drawn: DrawnState; readonly recorded: Recorded | undefined }> {
  const one = { screen: state.screen, state: state.name, title: state.title, language };
  try {
    let live: LiveScreen | undefined;
    const opened = new Set<string>();
    const stage = await openStage(project, {
      state,
      language,
      recorded,
      onReply: watch.onReply,
      onOpen: (next) => {
        live = next;
        opened.add(next.plan.id);
        watch.onOpen?.(next);
      },
    });
    watch.onShown?.();
    const drawn: DrawnState = {
      ...one,
      lines: linesOf(stage, state, live),
      opened: [...opened],
      ...(recorded === undefined && { looks: looksOf(stage, live) }),
      ...(keepsPage && { page: await stage.keep(nodesById(live)) }),
    };
    await stage.close();
    return { drawn, recorded: stage.recorded };
  } catch (error) {
    const failure = messageOf(error);
    const looks = recorded === undefined ? { looks: [] } : {};
    return { drawn: { ...one, lines: [], ...looks, failure }, recorded };
  }
}
