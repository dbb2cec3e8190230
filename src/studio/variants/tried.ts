import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { readVariant, type Variant, withReplies } from '#src/simulator/states/variants.ts';
import type { Scene } from '../stage/scene.ts';
import { writeVariant } from './variants.ts';

/** Changes to the data of one state. Only the phone shows them, until they are saved as a state. */
export interface Tried {
  /** The state that was changed. */
  readonly state: Pick<ScreenState, 'screen' | 'name'>;
  /** Whole payloads by stage and endpoint, as in a variant. */
  readonly replies: Variant['replies'];
  /** Values in the address, by their names there. */
  readonly params: { readonly [wire: string]: string };
}

export function isTriedIn(tried: Tried | undefined, state: ScreenState | undefined): tried is Tried {
  return tried !== undefined && tried.state.screen === state?.screen && tried.state.name === state.name;
}

/** The scene of a state with the changes that are tried in it. */
export function withTried(scene: Scene, tried: Tried): Scene {
  const { rehearsal, state } = scene;
  const scenario = rehearsal.scenarios.get(state.scenario);
  if (scenario === undefined) return scene;
  const scenarios = new Map(rehearsal.scenarios).set(scenario.name, withReplies(scenario, tried.replies));
  return {
    ...scene,
    state: { ...state, params: { ...state.params, ...tried.params } },
    rehearsal: { ...rehearsal, scenarios },
  };
}

/** The reply of a scenario when a screen opens; undefined if the service answers without a stored one. */
export function replyOf({ start, stages }: Scenario, endpoint: string): Payload | undefined {
  return stages[start]?.replies[endpoint];
}

/** Adds a changed reply, at all stages that have the reply of the first stage. */
export function tryReply(tried: Tried, scenario: Scenario, endpoint: string, reply: Payload): Tried {
  const before = JSON.stringify(replyOf(scenario, endpoint));
  const same = Object.entries(scenario.stages).filter(
    ([, { replies }]) => JSON.stringify(replies[endpoint]) === before,
  );
  const changed = Object.fromEntries(same.map(([stage]) => [stage, { [endpoint]: reply }]));
  return { ...tried, replies: mergeReplies(tried.replies, changed) };
}

/** A variant with the tried changes; undefined if its text cannot be read. */
export function saveTried(text: string, path: string, { replies, params }: Tried): string | undefined {
  const variant = readVariant(parseDocument(text, path).document?.value);
  if (variant === undefined) return undefined;
  const all = { ...variant.state?.params, ...params };
  const state = { ...variant.state, ...(Object.keys(all).length > 0 && { params: all }) };
  return writeVariant({ ...variant, state, replies: mergeReplies(variant.replies, replies) });
}

function mergeReplies(before: Variant['replies'], after: Variant['replies']): Variant['replies'] {
  const stages = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries([...stages].map((stage) => [stage, { ...before[stage], ...after[stage] }]));
}
