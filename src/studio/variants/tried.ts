import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { readVariant, type Variant, withReplies } from '#src/simulator/states/variants.ts';
import type { Scene } from '../stage/scene.ts';
import { bringTogether } from '../together/merge.ts';
import { writeVariant } from './variants.ts';

/** Changes to the data of one state. Only the phone shows them, until they are saved as a state. */
export interface Tried {
  /** The scenario of the state when `replies` were made of it. */
  readonly saved: Scenario;
  /** Whole payloads by stage and endpoint, as in a variant. */
  readonly replies: Variant['replies'];
  /** Values in the address, by their names there. */
  readonly params: { readonly [wire: string]: string };
}

/** Changes by the state that they were made in. */
export interface AllTried {
  readonly [state: string]: Tried;
}

function keyOf({ screen, name }: StateKey): string {
  return `${screen} ${name}`;
}

type StateKey = Pick<ScreenState, 'screen' | 'name'>;

/** @param tried - Undefined removes the changes of the state. */
export function putTried(all: AllTried, state: StateKey, tried: Tried | undefined): AllTried {
  const { [keyOf(state)]: _before, ...others } = all;
  return tried === undefined ? others : { ...others, [keyOf(state)]: tried };
}

/**
 * The changes of a state, together with what was saved in it since they were made: a colleague may have edited another
 * value of the same reply.
 */
export function triedIn(all: AllTried, state: StateKey, saved: Scenario | undefined): Tried | undefined {
  const tried = Object.hasOwn(all, keyOf(state)) ? all[keyOf(state)] : undefined;
  if (tried === undefined || saved === undefined || saved === tried.saved) return tried;
  const replies = Object.entries(tried.replies).map(([stage, own]) => {
    const [seen, theirs] = [tried.saved, saved].map((one) => one.stages[stage]?.replies ?? {});
    const merged = Object.entries(own).map(
      ([endpoint, mine]) => [endpoint, mergeReply(seen?.[endpoint], mine, theirs?.[endpoint])] as const,
    );
    return [stage, Object.fromEntries(merged)] as const;
  });
  return { ...tried, saved, replies: Object.fromEntries(replies) };
}

/** Where both changed a value, the person's own change stays. */
function mergeReply(seen: Payload | undefined, mine: Payload, theirs: Payload | undefined): Payload {
  const [before, own, other] = [seen, mine, theirs].map((one) => JSON.stringify(one ?? {}));
  if (theirs === undefined || before === undefined || own === undefined || other === undefined) return mine;
  if (before === other) return mine;
  const together = bringTogether({ path: 'reply.json', seen: before, mine: own, theirs: other });
  const text = together.write(({ by }) => (by === 'theirs' ? 'theirs' : 'mine'));
  // Two records make a record.
  return text === null ? mine : (JSON.parse(text) as Payload);
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
