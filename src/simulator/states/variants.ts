import type { State } from '#src/shared/states.ts';
import { isRecord } from '#src/shared/contract.ts';
import type { Payload } from '../scenarios/payload.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { StateFile, StateFiles } from './states.ts';

/**
 * A state with its own replies, from `fixtures/variants/<name>.json`: an edited copy of another state. The state and
 * its scenario have the name of the file.
 */
export interface Variant {
  readonly title: string;
  readonly screen: string;
  /** The scenario whose replies apply where the variant has none. */
  readonly scenario: string;
  /** Other members of the state. */
  readonly state?: Omit<State, 'name' | 'title' | 'scenario' | 'omit'>;
  /** Whole payloads by stage and endpoint, as in `fixtures/api`. */
  readonly replies: { readonly [stage: string]: { readonly [endpoint: string]: Payload } };
}

/** Fixtures for previews of drafts. */
interface Rehearsed {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
}

/** @returns undefined if the shape is wrong, because a person may be typing it. */
export function readVariant(source: unknown): Variant | undefined {
  if (!isRecord(source)) return undefined;
  const { title, screen, scenario, state = {}, replies } = source;
  if (typeof title !== 'string' || typeof screen !== 'string' || typeof scenario !== 'string')
    return undefined;
  if (!isRecord(state) || !isRecord(replies)) return undefined;
  const isWhole = Object.values(replies).every(
    (stage) => isRecord(stage) && Object.values(stage).every(isRecord),
  );
  // The caller checks the members of the state.
  return isWhole ? ({ title, screen, scenario, state, replies } as Variant) : undefined;
}

/** A scenario with other replies at some of its stages. */
export function withReplies(scenario: Scenario, replies: Variant['replies']): Scenario {
  const stages = Object.entries(scenario.stages).map(
    ([stage, is]) => [stage, { ...is, replies: { ...is.replies, ...replies[stage] } }] as const,
  );
  return { ...scenario, stages: Object.fromEntries(stages) };
}

/** Adds variants to fixtures, each by its name. Variants of a missing scenario are left out. */
export function addVariants<R extends Rehearsed>(rehearsed: R, variants: ReadonlyMap<string, Variant>): R {
  const scenarios = new Map(rehearsed.scenarios);
  const screens = new Map(rehearsed.states.screens);
  for (const [name, { title, screen, scenario, state, replies }] of variants) {
    const base = rehearsed.scenarios.get(scenario);
    if (base === undefined) continue;
    const about = `As ${base.title}, with replies of its own.`;
    scenarios.set(name, { ...withReplies(base, replies), name, title, about, opens: [screen] });
    const before: StateFile = screens.get(screen) ?? { states: [] };
    screens.set(screen, {
      ...before,
      states: [...before.states, { ...state, name, title, scenario: name }],
    });
  }
  return { ...rehearsed, scenarios, states: { ...rehearsed.states, screens } };
}
