import type { BuiltRequest } from '../plan/build-request.ts';
import type { Reading } from '../plan/endings.ts';
import { endsWish } from '../plan/ends-wish.ts';
import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Value } from '../plan/expression.ts';
import { WISH_HEADER } from '../plan/intent-headers.ts';
import type { CriticalPlan, EndpointPlan } from '../plan/plan.ts';
import type { ErrorKind } from '../plan/problem.ts';
import { ActionFailure } from './action.ts';
import { EndedWishes } from './ended-wishes.ts';
import { findUnsafe, perOf, readingOf } from './intent-checks.ts';
import { createOutcomes, type Outcomes } from './intent-outcomes.ts';
import type { IntentRecord } from './intent-record.ts';
import { IntentStore, intentPlace } from './intent-store.ts';
import { UNREADABLE } from './page-storage.ts';
import type { Engine } from './ports/engine.ts';
import type { CriticalCall, IntentPort } from './ports/intents.ts';
import type { HttpReply } from './services.ts';

/** Delays between questions about an unknown outcome, in ms. */
const ASK_AFTER_MS = [2_000, 5_000, 15_000] as const;
/** How long Back is held after a send, in ms. */
const HOLD_BACK_MS = 10_000;

/**
 * Critical requests: at most one effect per intent.
 *
 * Key and body are stored before the first send and are the same in every retry. An intent with an outcome question
 * stores only the key. A definite answer ends the intent. Until then no other request with the same name and `per`
 * can start, to any endpoint.
 *
 * A success that ends the wish by its contract is stored. A screen whose data was read before that success sends
 * nothing, shows a message and reads its data again.
 */
export function createIntents(engine: Engine): IntentPort {
  const store = new IntentStore(engine);
  const wishes = new EndedWishes(engine);
  const outcomes = createOutcomes(engine, store, wishes);

  return {
    async send(call) {
      const per = perOf(engine, call);
      const place = intentPlace(call.plan.intent, per);
      const wish = intentPlace(call.plan.wish ?? call.plan.intent, per);
      const { locks } = engine.services;
      // Without the lock, two pages that look at the same moment would both find nothing stored.
      const unlock = locks === undefined ? () => {} : await locks.take(place);
      if (unlock === undefined) throw unknown('intent/being-sent');
      try {
        return await sendAlone({ engine, store, wishes, outcomes, call, place, wish });
      } finally {
        unlock();
      }
    },
    resume() {
      for (const place of store.places()) void outcomes.ask(place);
    },
    holdBack() {
      const now = engine.services.clock.now();
      if (![...store.sending.values()].some((since) => now - since < HOLD_BACK_MS)) return false;
      engine.notices.toast(engine.scope.locale.message('This is being sent. Please wait.'), 'info');
      return true;
    },
  };
}

/** A call that holds its lock. */
interface Sending {
  readonly engine: Engine;
  readonly store: IntentStore;
  readonly wishes: EndedWishes;
  readonly outcomes: Outcomes;
  readonly call: CriticalCall;
  readonly place: string;
  readonly wish: string;
}

async function sendAlone(sending: Sending): Promise<Value | undefined> {
  const { engine, store, wishes, outcomes, call, place, wish } = sending;
  const open = findOpen(sending);
  if (store.sending.has(place)) throw unknown('intent/being-sent');
  const mayRepeat = call.plan.ask === undefined && call.endpoint.keyed;
  if (open && !mayRepeat) {
    outcomes.noteUnknown(place, call.origin);
    void outcomes.ask(place);
    throw unknown('intent/unknown');
  }
  const isFirst = (endpoint: string) => !isOfOther(call.plan) && endpoint === call.endpoint.name;
  const reading = wishes.readingOf(wish, isFirst, readingOf(engine, call));
  const ending = wishes.find(wish);
  const isEnded = ending !== undefined && reading.endings < ending;
  const result = store.results.get(place);
  const kept = result?.owner === engine.owner ? result : undefined;
  if (isEnded && !open && !kept) throw endedAlready(engine);
  const unsafe = findUnsafe(engine, call);
  // While the outcome of an earlier send is unknown, the message must not say that nothing was sent.
  if (unsafe) throw open && unsafe.error.kind === 'refused' ? unknown('intent/unknown') : unsafe;
  if (kept) store.results.delete(place);
  // After newer data was read, the same action is a new wish.
  if (kept && (isEnded || ending === undefined)) {
    // Another call ended the intent, and no screen has shown its result: this call is not the next step.
    if (kept.endpoint !== call.endpoint.name) throw unknown('intent/answered');
    return kept.value;
  }
  return sendRecord(sending, open, reading);
}

/** @param open - The record of an earlier send whose outcome is unknown: it is sent again. */
async function sendRecord(
  sending: Sending,
  open: IntentRecord | undefined,
  reading: Reading,
): Promise<Value | undefined> {
  const { engine, store, wishes, call, place, wish } = sending;
  const prepared = engine.calls.prepare(call.endpoint, call.request);
  const record = open ?? makeRecord(engine, call, prepared);
  if (record.path !== pathOf(prepared)) throw unknown('intent/unknown');
  store.write(place, record);
  store.sending.set(place, engine.services.clock.now());
  let heard: HttpReply | undefined;
  try {
    const value = await engine.calls.call(call.endpoint, call.request, {
      // Leaving the screen does not abort the call; otherwise its outcome would stay unknown.
      signal: new AbortController().signal,
      key: record.key,
      hear(reply) {
        heard = reply;
      },
      body: {
        ...prepared,
        ...(record.body !== undefined && { body: record.body }),
        headers: { ...prepared.headers, [WISH_HEADER]: `${wishes.nameOf(wish)}/${reading.at}` },
      },
    });
    const { once, name: endpoint } = call.endpoint;
    const isEnd = noteYes(wishes, wish, call.endpoint, heard);
    // Only a call of the wish's own intent begins the wish: a code that is sent again belongs to the earlier payment.
    if (!isEnd && !isOfOther(call.plan) && once) wishes.noteBegun(wish, endpoint, reading);
    store.remove(place);
    if (call.signal.aborted) store.results.set(place, { owner: engine.owner, endpoint, value });
    return value;
  } catch (thrown) {
    throw conclude(sending, record, thrown, heard, open !== undefined);
  } finally {
    store.sending.delete(place);
  }
}

/**
 * Finds the record of an earlier send. If the record cannot be read, its request may have been sent. A call with an
 * `ask` endpoint gets a new record: the endpoint is asked for the outcome with the values of this call. The outcome of
 * every other call stays unknown: sending it again with a new key could repeat its effect.
 */
function findOpen({ engine, store, call, place }: Sending): IntentRecord | undefined {
  const found = store.find(place);
  if (found !== UNREADABLE) return found;
  engine.report('intent/damaged', call.endpoint.name);
  if (call.plan.ask === undefined)
    throw unknown('intent/damaged', engine.scope.locale.message(UNREADABLE_RECORD));
  const record = makeRecord(engine, call, engine.calls.prepare(call.endpoint, call.request));
  store.write(place, record);
  return record;
}

function makeRecord(engine: Engine, call: CriticalCall, prepared: BuiltRequest): IntentRecord {
  const { plan, scope } = call;
  const request: { [name: string]: Value } = {};
  for (const [name, expression] of Object.entries(plan.with ?? {})) {
    const value = evaluate(expression, scope);
    if (value !== undefined && value !== PENDING && !(value instanceof Failure)) request[name] = value;
  }
  return {
    owner: engine.owner,
    intent: plan.intent,
    endpoint: call.endpoint.name,
    key: engine.services.random.id(),
    path: pathOf(prepared),
    // With an outcome question the request is never sent again, so its body is not stored.
    ...(plan.ask === undefined
      ? { ...(prepared.body === undefined ? {} : { body: prepared.body }) }
      : { ask: { endpoint: plan.ask, request } }),
  };
}

/** Classifies a failed send. Only a definite answer, or certainty that nothing was sent, ends the intent. */
function conclude(
  { engine, store, wishes, outcomes, call, place, wish }: Sending,
  record: IntentRecord,
  thrown: unknown,
  heard: HttpReply | undefined,
  isRepetition: boolean,
): ActionFailure {
  const answer = thrown instanceof ActionFailure ? thrown.answer : undefined;
  if (heard?.ended) {
    store.remove(place);
    if (call.endpoint.once) wishes.note(wish, call.endpoint.once.forMs);
    return endedAlready(engine);
  }
  // The effect happened, but the answer cannot be read, so the next step is unknown.
  if (answer?.verdict === 'yes' && noteYes(wishes, wish, call.endpoint, heard)) {
    store.remove(place);
    return unknown('intent/unreadable');
  }
  if (thrown instanceof ActionFailure && isDefinite(thrown, isRepetition)) {
    store.remove(place);
    return thrown;
  }
  store.write(place, record);
  outcomes.noteUnknown(place, call.origin);
  const { clock } = engine.services;
  if (record.ask) for (const ms of ASK_AFTER_MS) clock.after(ms, () => void outcomes.ask(place));
  const kind = thrown instanceof ActionFailure ? thrown.error.kind : undefined;
  engine.report('intent/unknown', kind);
  const isLost = (kind !== undefined && LOST.has(kind)) || UNREACHED.has(answer?.status ?? 0);
  return unknown(isLost ? 'intent/lost' : 'intent/unknown');
}

/** Stores a success that ends the wish. @returns whether the success ended it. */
function noteYes(
  wishes: EndedWishes,
  wish: string,
  { once }: EndpointPlan,
  reply: HttpReply | undefined,
): boolean {
  if (once === undefined || !endsWish(once, reply?.body ?? '')) return false;
  wishes.note(wish, once.forMs);
  return true;
}

/** Whether a call is a part of another intent's wish. */
function isOfOther({ wish, intent }: CriticalPlan): boolean {
  return wish !== undefined && wish !== intent;
}

/** Sends nothing and reads the screen's data again. */
function endedAlready(engine: Engine): ActionFailure {
  void engine.data.reload();
  const message = engine.scope.locale.message('This is already done. Nothing was sent again.');
  return new ActionFailure({ kind: 'refused', code: 'intent/ended', message });
}

/**
 * Whether the outcome of a failed call is certain: the service said yes or no, or nothing was sent. A gateway error,
 * an answer without a verdict, an unreadable yes and a lost connection are not certain. For a retry, an unsent or
 * rejected request is not certain either: the first send may have arrived.
 */
function isDefinite({ error, unsent, answer }: ActionFailure, isRepetition: boolean): boolean {
  if (unsent) return !isRepetition;
  if (answer === undefined || MAYBE_UNDER_WAY.has(answer.status)) return false;
  if (answer.verdict !== undefined) return answer.verdict === 'no';
  return answer.status >= 400 && answer.status < 500 && (error.message !== undefined || !isRepetition);
}

/** Request timeout, conflict, too early, too many: an earlier send of the request may still take effect. */
const MAYBE_UNDER_WAY: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** No answer at all: the screen may say that the connection was lost. */
const LOST: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['offline', 'network', 'timeout']);
/** A gateway's status when its own connection to the service failed or was too slow. */
const UNREACHED: ReadonlySet<number> = new Set([502, 504]);

/** Without the query: its session parameters must not be stored. */
function pathOf(call: BuiltRequest): string {
  return call.url.split('?', 1)[0] ?? '';
}

/** A retry cannot help; only the service, or its staff, knows the outcome. */
const UNREADABLE_RECORD =
  'It is not known whether this was sent before. Nothing was sent again. Contact us before you try another way.';

function unknown(code: string, message?: string): ActionFailure {
  return new ActionFailure({ kind: 'unknown', code, ...(message !== undefined && { message }) });
}
