import { within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { type ScreenState, writeUnroutedPath } from '#src/simulator/states/states.ts';
import type { State } from '#src/shared/states.ts';
import type { Replies } from './answers.ts';
import { loadTestProject, type TestProject } from './project.ts';
import { prepareScreens } from './prepare.ts';
import { openStage, type Request } from './stage.tsx';

/*
 * The door `capiz/testing`: a screen of a project, drawn by the page that borrowers get, in the DOM of a test.
 */

export type { Replies, Reply } from './answers.ts';
export { StageFailure } from './failure.ts';
export type { Request } from './stage.tsx';

/** A screen's definition, as its document writes it; it stands in for the project's own of that id, or beside it. */
export interface ScreenDefinition {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A state as `fixtures/states` says it, or what leads to one. */
export interface Fixture extends Omit<State, 'name' | 'omit'> {
  /** What answers the calls, by endpoint; one that is missing fails the test by name. Default: the scenario. */
  readonly replies?: Replies;
}

export interface RenderOptions {
  /** The project's folder; default the present one. */
  readonly root?: string;
  /** Default: the project's first. */
  readonly language?: string;
}

/** What is drawn, and hands. */
export interface RenderedScreen {
  /** Testing Library's queries over everything that is drawn. */
  readonly page: ReturnType<typeof within>;
  readonly user: UserEvent;
  /** What a borrower is told, as `capiz test` writes it. */
  tree(): string;
  /** Calls that left the page, the first ones too. */
  readonly requests: readonly Request[];
  /** Addresses of other pages that it was left for. */
  readonly left: readonly string[];
  /** Lets time pass, by the page's clock, and everything that waits for its turn happen. */
  wait(ms?: number): Promise<void>;
  /** Gives the window back. One screen at a time. */
  close(): Promise<void>;
}

const projects = new Map<string, TestProject>();

/**
 * Draws a screen in a state. Needs a DOM (Vitest: `// @vitest-environment jsdom`); makes no connection. The clock stands
 * at 2026-03-06T09:00+08:00 and passes by `wait` alone.
 *
 * @param definition - The screen's name in the project, or a definition.
 * @param fixture - The name of a state, or what leads to one; default: as it stands.
 * @throws StageFailure saying what was waited for in vain, or which call nobody answers; Error where the definition
 *   has an error.
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
