import { within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { type ScreenState, writeUnroutedPath } from '#src/simulator/states/states.ts';
import type { State } from '#src/shared/states.ts';
import type { Replies } from './answers.ts';
import { loadTestProject, type TestProject } from './project.ts';
import { prepareScreens } from './prepare.ts';
import { openStage } from './stage.ts';
import type { Request } from './stage-window.ts';

/* The API of `capiz/testing`: renders a screen of a project with the borrowers' page, in a test's DOM. */

export type { Replies, Reply } from './answers.ts';
export { StageFailure } from './failure.ts';
export type { Request } from './stage-window.ts';

/** A screen's definition, as in its document. It replaces the project's screen with that id, or adds one. */
export interface ScreenDefinition {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A state as in `fixtures/states`, or the steps to one. */
export interface Fixture extends Omit<State, 'name' | 'omit'> {
  /** Replies by endpoint; a call without a reply fails the test. Default: the replies of the scenario. */
  readonly replies?: Replies;
}

export interface RenderOptions {
  /** The project's folder; default: the working folder. */
  readonly root?: string;
  /** Default: the project's first language. */
  readonly language?: string;
}

/** A rendered screen, and the means to use it. */
export interface RenderedScreen {
  /** Testing Library's queries over the whole page. */
  readonly page: ReturnType<typeof within>;
  readonly user: UserEvent;
  /** The page as text, in the format of `capiz test`. */
  tree(): string;
  /** Calls that the page made, from its first. */
  readonly requests: readonly Request[];
  /** Addresses outside the app that the page navigated to. */
  readonly left: readonly string[];
  /** Advances the page's clock by so many ms, and waits until the page is idle. */
  wait(ms?: number): Promise<void>;
  /** Restores the window. Only one screen can be open at a time. */
  close(): Promise<void>;
}

const projects = new Map<string, TestProject>();

/**
 * Renders a screen in a state. Needs a DOM (Vitest: `// @vitest-environment jsdom`); makes no connection. The clock is
 * 2026-03-06T09:00+08:00 and advances only with `wait`.
 *
 * @param definition - The screen's name in the project, or a definition.
 * @param fixture - The name of a state, or the steps to one; default: the first content.
 * @throws StageFailure if an awaited element does not appear, or a call has no reply; Error if the definition has an
 *   error.
 */
export async function renderScreen(
  definition: string | ScreenDefinition,
  fixture: string | Fixture = 'content',
  { root = '.', language }: RenderOptions = {},
): Promise<RenderedScreen> {
  const screen = typeof definition === 'string' ? definition : definition.id;
  const known = typeof definition === 'string' ? projects.get(root) : undefined;
  const project = known ?? loadTestProject(root, typeof definition === 'string' ? [] : [fileOf(definition)]);
  if (typeof definition === 'string') projects.set(root, project);
  await prepareScreens(project.release.plans.values());
  const { replies, state } = stateOf(project, screen, fixture);
  const stage = await openStage(project, {
    state,
    replies,
    language: language ?? state.lang ?? project.release.language,
  });
  return {
    page: within(document.body),
    user: stage.user,
    tree: () =>
      stage
        .read()
        .map(({ text }) => text)
        .join('\n'),
    requests: stage.requests,
    left: stage.left,
    wait: (ms = 0) => stage.wait(ms),
    close: stage.close,
  };
}

function fileOf(definition: ScreenDefinition): { readonly path: string; readonly text: string } {
  return { path: `screens/${definition.id}.screen.json`, text: JSON.stringify(definition, null, 2) };
}

function stateOf(
  project: TestProject,
  screen: string,
  fixture: string | Fixture,
): { readonly state: ScreenState; readonly replies?: Replies | undefined } {
  const states = project.states.get(screen);
  if (states === undefined) throw new Error(`The project has no screen ${screen}.`);
  if (typeof fixture === 'string') {
    const state = states.find(({ name }) => name === fixture);
    if (state === undefined) throw new Error(`The screen ${screen} has no state ${fixture}.`);
    return { state };
  }
  const { replies, ...rest } = fixture;
  const [usual] = states;
  return {
    replies,
    state: {
      name: 'fixture',
      title: 'Of a test',
      shows: 'content',
      screen,
      scenario: usual?.scenario ?? '',
      path: usual?.path ?? writeUnroutedPath(screen),
      ...rest,
    },
  };
}
