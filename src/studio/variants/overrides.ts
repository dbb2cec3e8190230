import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { readVariant, type Variant, withReplies } from '#src/simulator/states/variants.ts';
import type { Scene } from '../stage/scene.ts';
import { bringTogether } from '../together/merge.ts';
import { writeVariant } from './variants.ts';

/** Changes to the data of one state. Only the preview shows them, until they are saved as a state. */
export interface DataOverrides {
  /** The scenario of the state when `replies` were made of it. */
  readonly saved: Scenario;
  /** Whole payloads by stage and endpoint, as in a variant. */
  readonly replies: Variant['replies'];
  /** Parameters of the address, by their names in the address. */
  readonly params: { readonly [wire: string]: string };
}

/** Changes by the state that they were made in. */
export interface AllOverrides {
  readonly [state: string]: DataOverrides;
}

function keyOf({ screen, name }: StateKey): string {
  return `${screen} ${name}`;
}

type StateKey = Pick<ScreenState, 'screen' | 'name'>;

/** @param overrides - Undefined removes the changes of the state. */
export function putOverrides(
  all: AllOverrides,
  state: StateKey,
  overrides: DataOverrides | undefined,
): AllOverrides {
  const { [keyOf(state)]: _before, ...others } = all;
  return overrides === undefined ? others : { ...others, [keyOf(state)]: overrides };
}

/**
 * The changes of a state, together with what was saved in it since they were made: a colleague may have edited another
 * value of the same reply.
 */
export function overridesIn(
  all: AllOverrides,
  state: StateKey,
  saved: Scenario | undefined,
): DataOverrides | undefined {
  const overrides = Object.hasOwn(all, keyOf(state)) ? all[keyOf(state)] : undefined;
  if (overrides === undefined || saved === undefined || saved === overrides.saved) return overrides;
  const replies = Object.entries(overrides.replies).map(([stage, own]) => {
    const [seen, theirs] = [overrides.saved, saved].map((one) => one.stages[stage]?.replies ?? {});
    const merged = Object.entries(own).map(
      ([endpoint, mine]) => [endpoint, mergeReply(seen?.[endpoint], mine, theirs?.[endpoint])] as const,
    );
    return [stage, Object.fromEntries(merged)] as const;
  });
  return { ...overrides, saved, replies: Object.fromEntries(replies) };
}

/** Where both changed a value, the person's own change stays. */
function mergeReply(seen: Payload | undefined, mine: Payload, theirs: Payload | undefined): Payload {
  const [before, own, other] = [seen, mine, theirs].map((one) => JSON.stringify(one ?? {}));
  if (theirs === undefined || before === undefined || own === undefined || other === undefined) return mine;
  if (before === other) return mine;
  const together = bringTogether({ path: 'reply.json', seen: before, mine: own, theirs: other });
  const text = together.write(({ by }) => (by === 'theirs' ? 'theirs' : 'mine'));
  const merged: unknown = text === null ? mine : JSON.parse(text);
  return isJson(merged) ? merged : mine;
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
