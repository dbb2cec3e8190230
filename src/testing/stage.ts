import type { UserEvent } from '@testing-library/user-event';
import { type Fault, prepareEverything } from '#renderer/index.ts';
import type { SimulatedNetwork } from '#src/simulator/device/network.ts';
import { createSteps, createUntil, type Steps } from '#src/simulator/device/steps.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Replies } from './answers.ts';
import { StageFailure } from './failure.ts';
import { type DrawnPage, savePage } from './save-page.ts';
import type { TestProject } from './project.ts';
import { queryByRole } from './query.ts';
import { readLooks } from './read-looks.ts';
import { readTree, type TreeLine } from './read-tree.ts';
import { followRecorded, type Recorded, record } from './recorded.ts';
import { openPage, type PageOptions } from './stage-page.tsx';
import { openWindow, type Request } from './stage-window.ts';

// Load lazy code now: a script depends on events, not on loading times.
await prepareEverything();

export interface StageOptions extends PageOptions {
  readonly state: ScreenState;
  /** The record of the same state in another language, which is replayed. */
  readonly recorded?: Recorded | undefined;
  /** Replies by endpoint, in place of the scenario's. */
  readonly replies?: Replies | undefined;
  /** Called before the page's first call. */
  readonly begin?: ((network: SimulatedNetwork) => void) | undefined;
}

/** A page in one of its states. */
export interface Stage {
  /** The text of the page, by line. */
  read(): readonly TreeLine[];
  /** The looks of the page, by line. */
  readLooks(): readonly TreeLine[];
  readonly user: UserEvent;
  /** Advances the clock, and waits for everything that is due. */
  wait(ms: number): Promise<void>;
  readonly recorded: Recorded;
  readonly requests: readonly Request[];
  readonly faults: readonly Fault[];
  /** Other effects of the page: navigation, storage, clipboard, and calls to the app. */
  readonly deeds: readonly string[];
  /** Addresses outside the app that the page navigated to. */
  readonly left: readonly string[];
  /** Calls without a reply: method and path. */
  readonly unmocked: readonly string[];
  /** The driver that reached the state. Tests use it to continue from there. */
  readonly hands: Pick<Steps, 'take' | 'field' | 'isSeen'>;
  readonly network: SimulatedNetwork;
  /** A copy of the page as static markup. */
  keep(nodes: ReadonlyMap<string, string>): Promise<DrawnPage>;
  close(): Promise<void>;
}

/** Opens the borrowers' page in the given state, against the simulator in this process. */
export async function openStage(project: TestProject, options: StageOptions): Promise<Stage> {
  const { state, language } = options;
  const scenario = project.scenarios.get(state.scenario);
  if (scenario === undefined) throw new StageFailure(`there is no scenario ${state.scenario}`);
  const { settle, restore, ...opened } = openWindow(project, state, options.replies);
  const { time, user, answers, device, network, requests } = opened;
  try {
    options.begin?.(network);
  } catch (error) {
    restore();
    throw error;
  }
  const address = writeStateAddress(state, scenario, 'test', language);
  const page = openPage(project.release, address, options);
  const { deeds, faults, left } = page.effects;
  const recorded: Recorded = options.recorded ?? { waits: [] };
  const until =
    options.recorded === undefined
      ? record(
          recorded,
          createUntil((ms) => time.wait(ms), time.now, time.next),
          time.now,
        )
      : followRecorded(recorded, time, document);
  const hasLeft = (): boolean => left.length > 0;
  const steps = createSteps({ window, user, clock: time, device, network, until, queryByRole, hasLeft });
  const close = async (): Promise<void> => {
    page.close();
    await settle();
    restore();
  };
  const { unmocked } = answers;
  try {
    await steps.reach(state);
    await settle();
  } catch (error) {
    const tree = readTree(document);
    await close();
    const why = unmocked.length > 0 ? sayUnmocked(unmocked, state) : messageOf(error);
    throw new StageFailure(`${why}\n${tree.map(({ text }) => `    ${text}`).join('\n')}`);
  }
  if (unmocked.length > 0) {
    await close();
    throw new StageFailure(sayUnmocked(unmocked, state));
  }
  return {
    read: () => readTree(document),
    keep: (nodes) => savePage(document, nodes, answers.findPicture),
    readLooks: () => readLooks(document),
    user,
    wait: time.wait,
    recorded,
    requests,
    deeds,
    faults,
    left,
    unmocked,
    hands: steps,
    network,
    close,
  };
}

/** The error message for calls without a reply. */
export function sayUnmocked(calls: readonly string[], { screen }: Pick<ScreenState, 'screen'>): string {
  return `nobody answers ${[...new Set(calls)].join(', ')}, which the screen ${screen} asked for`;
}
