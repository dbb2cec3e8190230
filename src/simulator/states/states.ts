import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Answered, Shows, State, StateDocument } from '#src/shared/states.ts';
import type { Contract } from '#src/shared/contract.ts';
import { callsOf } from '#src/shared/contract-path.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { writeEnvelope } from '../service/envelope.ts';
import { type OnBadFixture, throwBadFixture } from '../service/bad-fixture.ts';
import type { Scenario } from '../scenarios/scenario.ts';

export const STATES_FOLDER = 'fixtures/states';
const BUSY = 'Our records are being updated. Please try again in a few minutes.';

export interface StateFile {
  readonly sets?: readonly string[];
  readonly defaults?: Pick<State, 'scenario' | 'path' | 'params' | 'session' | 'begin' | 'device'>;
  readonly states: readonly State[];
}

export interface StateFiles {
  /** By the ids of screens. */
  readonly screens: ReadonlyMap<string, StateFile>;
  readonly sets: ReadonlyMap<string, StateFile>;
}

/** A state with everything that is needed to reach it. */
export interface ScreenState extends State {
  readonly screen: string;
  readonly title: string;
  readonly shows: Shows;
  readonly scenario: string;
  readonly path: string;
}

/** Path of a screen without a route; only the gallery opens it. */
export function writeUnroutedPath(screen: string): string {
  return `/gallery/${screen}`;
}

/** A compiled release: plans by name, and the name of each screen's plan. */
interface ListedRelease {
  readonly app: { readonly plan: AppPlan };
  readonly screens: { readonly [id: string]: string };
  readonly plans: ReadonlyMap<string, Plan>;
}

/**
 * Lists every state of every screen. A later state overrides an earlier state with the same name. In order: the default
 * scenario (`content`), the sets of the screen, every scenario that opens the screen, and the screen's file.
 * @param onBadFixture - Gets an error for a file of no screen, and for a set or a scenario that does not exist; the
 * state is left out. Default: throws it.
 */
export function listStates(
  files: StateFiles,
  scenarios: ReadonlyMap<string, Scenario>,
  { app, screens, plans }: ListedRelease,
  onBadFixture: OnBadFixture = throwBadFixture,
): ReadonlyMap<string, readonly ScreenState[]> {
  if (scenarios.size === 0) {
    onBadFixture(new Error('fixtures/scenarios: there is no scenario.'));
    return new Map();
  }
  for (const id of files.screens.keys()) {
    if (!Object.hasOwn(screens, id))
      onBadFixture(new Error(`${STATES_FOLDER}/${id}.json: there is no screen ${id}.`));
  }
  return new Map(
    Object.entries(screens)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([id, name]) => [id, listStatesOf(id, app.plan, plans.get(name), files, scenarios, onBadFixture)]),
  );
}

/** Every state of one screen. @param onBadFixture - As of `listStates`, but not for files of other screens. */
export function listStatesOf(
  id: string,
  app: AppPlan,
  plan: Plan | undefined,
  files: StateFiles,
  scenarios: ReadonlyMap<string, Scenario>,
  onBadFixture: OnBadFixture = throwBadFixture,
): readonly ScreenState[] {
  const path = app.screens[id]?.paths[0] ?? writeUnroutedPath(id);
  return statesOf(id, path, plan ? setsOf(plan) : [], files, scenarios, onBadFixture);
}

/** Optional data does not count: the screen neither waits for it nor shows its errors. */
export function readsData({ data }: Pick<Plan, 'data'>): boolean {
  return Object.values(data).some(({ optional }) => optional !== true);
}

/** The sets that follow from a screen's definition. */
function setsOf(plan: Plan): string[] {
  const isRefreshed = Object.values(plan.data).some(({ refresh }) => refresh?.includes('resume'));
  return [...(readsData(plan) ? ['reading'] : []), ...(isRefreshed ? ['refreshed'] : []), 'every'];
}

const ORDER: readonly Shows[] = ['content', 'empty', 'skeleton', 'error', 'offline', 'submitting', 'success'];

function statesOf(
  id: string,
  route: string,
  derived: readonly string[],
  files: StateFiles,
  scenarios: ReadonlyMap<string, Scenario>,
  onBadFixture: OnBadFixture,
): ScreenState[] {
  const { sets = [], defaults = {}, states: own } = files.screens.get(id) ?? { states: [] };
  const about = [...scenarios.values()].filter(({ opens }) => opens.includes(id));
  const misfit = (message: string): void =>
    onBadFixture(new Error(`${STATES_FOLDER}/${id}.json: ${message}`));
  const scenario = defaults.scenario ?? pickScenario(about, scenarios)?.name;
  if (scenario === undefined) return [];
  const byName = new Map<string, State>([['content', { name: 'content', title: 'Default' }]]);
  const lay = (state: State): void => {
    byName.set(state.name, { ...byName.get(state.name), ...state });
  };
  for (const set of sets) if (!files.sets.has(set)) misfit(`there is no set ${set}.`);
  for (const set of [...derived, ...sets]) {
    const { defaults: shared, states = [] } = files.sets.get(set) ?? {};
    for (const state of states) lay({ ...shared, ...state });
  }
  for (const { name, title } of about) {
    if (name !== scenario && !byName.has(name)) byName.set(name, { name, title, scenario: name });
  }
  for (const state of own) lay(state);
  return [...byName.values()]
    .filter(({ omit }) => omit !== true)
    .flatMap((state) => {
      const complete: ScreenState = {
        ...defaults,
        ...state,
        screen: id,
        title: state.title ?? titleOf(state.name),
        shows: state.shows ?? 'content',
        scenario: state.scenario ?? scenario,
        path: state.path ?? defaults.path ?? route,
      };
      if (scenarios.has(complete.scenario)) return [complete];
      misfit(`there is no scenario ${complete.scenario}.`);
      return [];
    })
    .sort((a, b) => ORDER.indexOf(a.shows) - ORDER.indexOf(b.shows));
}

/**
 * The first scenario of the screen without failures; for a screen without scenarios, the one that opens most
 * screens.
 */
function pickScenario(about: readonly Scenario[], all: ReadonlyMap<string, Scenario>): Scenario | undefined {
  const plain = about.find(({ behaviour }) => Object.keys(behaviour).length === 0) ?? about[0];
  const [widest] = [...all.values()].sort((a, b) => b.opens.length - a.opens.length);
  return plain ?? widest;
}

/** Replies for simulated networks, in each contract's envelope. */
export function writeReplies(contracts: readonly Contract[]): StateDocument['replies'] {
  const outcomes = {
    error: { ok: false, code: '5001', message: BUSY },
    'error-without-words': { ok: false, code: '5001', message: '' },
    'wrong-shape': { ok: true, data: ['another', 'shape'] },
  } as const satisfies { [network in Answered]: Parameters<typeof writeEnvelope>[1] };
  const write = (network: Answered) =>
    Object.fromEntries(
      contracts.flatMap((contract) =>
        callsOf(contract).map((call) => [call, writeEnvelope(contract, outcomes[network])]),
      ),
    );
  return {
    error: write('error'),
    'error-without-words': write('error-without-words'),
    'wrong-shape': write('wrong-shape'),
  };
}
