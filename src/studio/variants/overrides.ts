import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { readVariant, type Variant, withReplies } from '#src/simulator/states/variants.ts';
import type { Scene } from '../stage/scene.ts';
import { writeVariant } from './variants.ts';

/** Changes to the data of one state. Only the preview shows them, until they are saved as a state. */
export interface DataOverrides {
  /** The state that was changed. */
  readonly state: Pick<ScreenState, 'screen' | 'name'>;
  /** Whole payloads by stage and endpoint, as in a variant. */
  readonly replies: Variant['replies'];
  /** Parameters of the address, by their names in the address. */
  readonly params: { readonly [wire: string]: string };
}

export function areOverridesOf(
  overrides: DataOverrides | undefined,
  state: ScreenState | undefined,
): overrides is DataOverrides {
  return (
    overrides !== undefined && overrides.state.screen === state?.screen && overrides.state.name === state.name
  );
}

/** The scene of a state with its changed data. */
export function withOverrides(scene: Scene, overrides: DataOverrides): Scene {
  const { rehearsal, state } = scene;
  const scenario = rehearsal.scenarios.get(state.scenario);
  if (scenario === undefined) return scene;
  const scenarios = new Map(rehearsal.scenarios).set(scenario.name, withReplies(scenario, overrides.replies));
  return {
    ...scene,
    state: { ...state, params: { ...state.params, ...overrides.params } },
    rehearsal: { ...rehearsal, scenarios },
  };
}

/** The stored reply of an endpoint when a screen opens; undefined if the simulated service computes the reply. */
export function replyOf({ start, stages }: Scenario, endpoint: string): Payload | undefined {
  return stages[start]?.replies[endpoint];
}

/** Adds a changed reply to every stage whose reply is the same as that of the first stage. */
export function overrideReply(
  overrides: DataOverrides,
  scenario: Scenario,
  endpoint: string,
  reply: Payload,
): DataOverrides {
  const before = JSON.stringify(replyOf(scenario, endpoint));
  const same = Object.entries(scenario.stages).filter(
    ([, { replies }]) => JSON.stringify(replies[endpoint]) === before,
  );
  const changed = Object.fromEntries(same.map(([stage]) => [stage, { [endpoint]: reply }]));
  return { ...overrides, replies: mergeReplies(overrides.replies, changed) };
}

/** The text of a variant with the changes written into it; undefined if its text cannot be read. */
export function saveOverrides(
  text: string,
  path: string,
  { replies, params }: DataOverrides,
): string | undefined {
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
