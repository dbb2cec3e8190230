import type { State } from '#src/shared/states.ts';
import { isRecord } from '#src/shared/contract.ts';
import type { Payload } from '../scenarios/payload.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { StateFile, StateFiles } from './states.ts';

/**
 * A state with replies of its own, as `fixtures/variants/<name>.json` says it: what somebody made of another state. It is
 * called as its file is, and so is its scenario.
 */
export interface Variant {
  readonly title: string;
  readonly screen: string;
  /** Whose replies it has where it says none. */
  readonly scenario: string;
  /** What else leads to it. */
  readonly state?: Omit<State, 'name' | 'title' | 'scenario' | 'omit'>;
  /** Whole payloads by stage and endpoint, as `fixtures/api` has them. */
  readonly replies: { readonly [stage: string]: { readonly [endpoint: string]: Payload } };
}

/** What drafts are shown with. */
interface Rehearsed {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
}

/** @returns undefined of what has not the shape of one: somebody may be writing it. */
export function readVariant(source: unknown): Variant | undefined {
  if (!isRecord(source)) return undefined;
  const { title, screen, scenario, state = {}, replies } = source;
  if (typeof title !== 'string' || typeof screen !== 'string' || typeof scenario !== 'string')
    return undefined;
  if (!isRecord(state) || !isRecord(replies)) return undefined;
  const isWhole = Object.values(replies).every(
    (stage) => isRecord(stage) && Object.values(stage).every(isRecord),
  );
  // What a state may say is looked at by whoever brings it there.
  return isWhole ? ({ title, screen, scenario, state, replies } as Variant) : undefined;
}

/** Fixtures with variants laid over them, each by its name. One of a scenario that is not there is left out. */
export function layVariants<R extends Rehearsed>(rehearsed: R, variants: ReadonlyMap<string, Variant>): R {
  const scenarios = new Map(rehearsed.scenarios);
  const screens = new Map(rehearsed.states.screens);
  for (const [name, { title, screen, scenario, state, replies }] of variants) {
    const base = rehearsed.scenarios.get(scenario);
    if (base === undefined) continue;
    const stages = Object.entries(base.stages).map(([stage, is]) => [
      stage,
      { ...is, replies: { ...is.replies, ...replies[stage] } },
    ]);
    const about = `As ${base.title}, with replies of its own.`;
    const own = { ...base, name, title, about, opens: [screen], stages: Object.fromEntries(stages) };
    scenarios.set(name, own as Scenario);
    const before: StateFile = screens.get(screen) ?? { states: [] };
    screens.set(screen, {
      ...before,
      states: [...before.states, { ...state, name, title, scenario: name }],
    });
  }
  return { ...rehearsed, scenarios, states: { ...rehearsed.states, screens } };
}
