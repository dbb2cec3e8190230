import type { BuiltRequest } from '../plan/build-request.ts';
import { oldestOf, type Reading } from '../plan/endings.ts';
import { endsWish } from '../plan/ends-wish.ts';
import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Result, type Value } from '../plan/expression.ts';
import { WISH_HEADER } from '../plan/intent-headers.ts';
import type { CriticalPlan, EndpointPlan } from '../plan/plan.ts';
import type { ErrorKind } from '../plan/problem.ts';
import { isAboutDevice } from './conditions.ts';
import { EndedWishes } from './ended-wishes.ts';
import { criticalsOf } from './frames.ts';
import type { IntentRecord } from './intent-record.ts';
import { IntentStore, intentPlace } from './intent-store.ts';
import { own, walkNodes } from './lists.ts';
import { ActionFailure } from './action.ts';
import type { CriticalCall, Engine, IntentPort } from './ports.ts';
import { UNREADABLE } from './page-storage.ts';
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
  const { sending, results } = store;
  const wishes = new EndedWishes(engine);
  /** Storage keys of intents whose outcome is being requested now. */
  const asking = new Set<string>();
  /** Origins of lists that ended as "unknown". Their inline notices are removed when the outcome is known. */
  const unknownOrigins = new Map<string, CriticalCall['origin']>();

  async function send(call: CriticalCall): Promise<Value | undefined> {
    const per = perOf(call.plan, call);
    const place = intentPlace(call.plan.intent, per);
    const wish = intentPlace(call.plan.wish ?? call.plan.intent, per);
    const { locks } = engine.services;
    // Without the lock, two pages that look at the same moment would both find nothing stored.
    const unlock = locks === undefined ? () => {} : await locks.take(place);
    if (unlock === undefined) throw unknown('intent/being-sent');
    try {
      return await sendAlone(place, wish, call);
    } finally {
      unlock();
    }
  }

  async function sendAlone(place: string, wish: string, call: CriticalCall): Promise<Value | undefined> {
    const open = findOpen(place, call);
    if (sending.has(place)) throw unknown('intent/being-sent');
    if (open) {
      const mayRepeat = call.plan.ask === undefined && call.endpoint.keyed;
      if (!mayRepeat) {
        unknownOrigins.set(place, call.origin);
        void ask(place);
        throw unknown('intent/unknown');
      }
    }
    const isOfOther = call.plan.wish !== undefined && call.plan.wish !== call.plan.intent;
    const isFirst = (endpoint: string) => !isOfOther && endpoint === call.endpoint.name;
    const reading = wishes.readingOf(wish, isFirst, readingOf(engine, call));
    const ending = wishes.find(wish);
    const isEnded = ending !== undefined && reading.endings < ending;
    const kept = results.get(place)?.owner === engine.owner ? results.get(place) : undefined;
    if (isEnded && !open && !kept) throw endedAlready();
    const unsafe = findUnsafe(engine, call);
    // While the outcome of an earlier send is unknown, the message must not say that nothing was sent.
    if (unsafe) throw open && unsafe.error.kind === 'refused' ? unknown('intent/unknown') : unsafe;
    if (kept) results.delete(place);
    // After newer data was read, the same action is a new wish.
    if (kept && (isEnded || ending === undefined)) {
      // Another call of the intent ended it, and no screen has shown its result: this call is not the next step.
      if (kept.endpoint !== call.endpoint.name) throw unknown('intent/answered');
      return kept.value;
    }
    const prepared = engine.calls.prepare(call.endpoint, call.request);
    const record = open ?? begin(call, prepared);
    if (record.path !== pathOf(prepared)) throw unknown('intent/unknown');
    store.write(place, record);
    sending.set(place, engine.services.clock.now());
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
      const isEnd = rememberYes(wish, call.endpoint, heard);
      // Only a call of the wish's own intent begins it: a code that is sent again belongs to the earlier payment.
      if (!isEnd && !isOfOther && call.endpoint.once) wishes.noteBegun(wish, call.endpoint.name, reading);
      store.remove(place);
      if (call.signal.aborted) {
        results.set(place, { owner: engine.owner, endpoint: call.endpoint.name, value });
      }
      return value;
    } catch (thrown) {
      throw conclude(place, wish, record, thrown, call, heard, open !== undefined);
    } finally {
      sending.delete(place);
    }
  }

  /**
   * The request of an unreadable record may have been sent. A call that can ask for its outcome needs only its current
   * values, so a new record of the same intent replaces the unreadable one. Every other call stays unknown, because a
   * new key would be a second request.
   */
  function findOpen(place: string, call: CriticalCall): IntentRecord | undefined {
    const found = store.find(place);
    if (found !== UNREADABLE) return found;
    engine.report('intent/damaged', call.endpoint.name);
    if (call.plan.ask === undefined)
      throw unknown('intent/damaged', engine.scope.locale.message(UNREADABLE_RECORD));
    const record = begin(call, engine.calls.prepare(call.endpoint, call.request));
    store.write(place, record);
    return record;
  }

  function begin(call: CriticalCall, prepared: BuiltRequest): IntentRecord {
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

  /** @returns whether the success ends the wish. */
  function rememberYes(wish: string, endpoint: EndpointPlan, reply: HttpReply | undefined): boolean {
    const isEnd = endpoint.once !== undefined && endsWish(endpoint.once, reply?.body ?? '');
    if (isEnd) remember(wish, endpoint);
    return isEnd;
  }

  function remember(wish: string, { once }: EndpointPlan): void {
    if (once) wishes.note(wish, once.forMs);
  }

  /** Sends nothing and reads the screen's data again. */
  function endedAlready(): ActionFailure {
    void engine.data.reload();
    const message = engine.scope.locale.message('This is already done. Nothing was sent again.');
    return new ActionFailure({ kind: 'refused', code: 'intent/ended', message });
  }

  /** Classifies a failed send. Only a definite answer, or certainty that nothing was sent, ends the intent. */
  function conclude(
    place: string,
    wish: string,
    record: IntentRecord,
    thrown: unknown,
    call: CriticalCall,
    heard: HttpReply | undefined,
    isRepetition: boolean,
  ): ActionFailure {
    const answer = thrown instanceof ActionFailure ? thrown.answer : undefined;
    if (heard?.ended) {
      store.remove(place);
      remember(wish, call.endpoint);
      return endedAlready();
    }
    // The effect happened, but the answer cannot be read, so the next step is unknown.
    if (answer?.verdict === 'yes' && rememberYes(wish, call.endpoint, heard)) {
      store.remove(place);
      return unknown('intent/unreadable');
    }
    if (thrown instanceof ActionFailure && isDefinite(thrown, isRepetition)) {
      store.remove(place);
      return thrown;
    }
    store.write(place, record);
    unknownOrigins.set(place, call.origin);
    if (record.ask) for (const ms of ASK_AFTER_MS) engine.services.clock.after(ms, () => void ask(place));
    const kind = thrown instanceof ActionFailure ? thrown.error.kind : undefined;
    engine.report('intent/unknown', kind);
    const isLost = (kind !== undefined && LOST.has(kind)) || UNREACHED.has(answer?.status ?? 0);
    return unknown(isLost ? 'intent/lost' : 'intent/unknown');
  }

  /** Asks the service for an unknown outcome. An answer other than true or false leaves it unknown. */
  async function ask(place: string): Promise<void> {
    const record = store.read(place);
    if (!record?.ask || asking.has(place) || sending.has(place)) return;
    const endpoint = own(engine.plan.endpoints, record.ask.endpoint);
    const { done, wish } = criticalOf(record) ?? {};
    if (!endpoint?.safe || done === undefined) return;
    asking.add(place);
    try {
      const { signal } = new AbortController();
      const reply = await engine.calls.call(endpoint, record.ask.request, { signal });
      const result = evaluate(done, engine.scope.with('reply', reply));
      if (typeof result !== 'boolean' || store.read(place)?.key !== record.key) return;
      const sent = own(engine.plan.endpoints, record.endpoint ?? '');
      // If the call belongs to another intent's wish, only its own part is known to be done.
      if (result && sent && wish === undefined) remember(place, sent);
      finish(place);
    } catch {
      // Still unknown: the outcome is requested again later.
    } finally {
      asking.delete(place);
    }
  }

  /** The outcome is known: reads the screen's data, so that it is current before the person sends again. */
  function finish(place: string): void {
    store.remove(place);
    if (engine.navigation.isLeaving) return;
    const origin = unknownOrigins.get(place);
    unknownOrigins.delete(place);
    if (origin) engine.notices.begin(origin);
    void engine.data.reload();
  }

  /** Several calls may share an intent; each plan names its own outcome question. */
  function criticalOf({ intent, endpoint }: IntentRecord): CriticalPlan | undefined {
    const { plan } = engine;
    const lists = [
      ...Object.values(plan.on),
      ...Object.values(plan.data).map((resource) => resource.load ?? []),
      ...[...walkNodes(plan)].flatMap((node) => Object.values(node.plan.on ?? {})),
    ];
    const calls = lists
      .flatMap((list) => criticalsOf(plan, list ?? []))
      .filter(({ critical }) => critical.intent === intent);
    return (calls.find(({ props }) => props?.['endpoint'] === endpoint) ?? calls[0])?.critical;
  }

  function perOf(plan: CriticalPlan, call: CriticalCall): Value | undefined {
    if (plan.per !== undefined) {
      const per = evaluate(plan.per, call.scope);
      if (isUncertain(per)) throw refused('intent/per');
      return per as Value | undefined;
    }
    const { params } = engine.store.get();
    const carried = Object.keys(engine.app.carried).flatMap((name) => {
      const value = params[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(carried);
  }

  return {
    send,
    resume() {
      for (const place of store.places()) void ask(place);
    },
    holdBack() {
      const now = engine.services.clock.now();
      if (![...sending.values()].some((since) => now - since < HOLD_BACK_MS)) return false;
      engine.notices.toast(engine.scope.locale.message('This is being sent. Please wait.'), 'info');
      return true;
    },
  };
}

/**
 * Checks the preconditions again right before sending. False, pending, stale or failed refuses; another amount is
 * `changed`.
 */
function findUnsafe(engine: Engine, call: CriticalCall): ActionFailure | undefined {
  for (const { condition, scope, is } of call.guards) {
    if (!isAboutDevice(condition) && evaluate(condition, scope) !== is) return refused('intent/guard');
  }
  const { node, scope } = call.origin;
  if (node && !engine.tree.isOpenToEvents(node)) return refused('intent/node');
  if (!engine.tree.areTermsShown()) return refused('intent/amount');
  if (!call.plan.fresh.every((name) => engine.data.isFresh(name))) return refused('intent/stale');
  for (const [index, amount] of call.plan.amounts.entries()) {
    const now = evaluate(amount, scope);
    const then = call.amountsAtTap[index];
    if (isUncertain(now) || isUncertain(then)) return refused('intent/amount');
    if (now !== then) return new ActionFailure({ kind: 'changed', code: 'intent/amount' });
  }
  return undefined;
}

/** The oldest read among the data that the call uses, as it was at the tap. */
function readingOf(engine: Engine, { plan, readingsAtTap }: CriticalCall): Reading {
  const now = engine.data.readings();
  const of = (names: readonly string[]) =>
    oldestOf(
      names.flatMap((name) => {
        const reading = readingsAtTap.get(name) ?? now.get(name);
        return reading === undefined ? [] : [reading];
      }),
    );
  return of(plan.fresh) ?? of(Object.keys(engine.plan.data)) ?? engine.opening;
}

function isUncertain(amount: Result): boolean {
  return amount === PENDING || amount instanceof Failure;
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
  return answer.status >= 400 && answer.status < 500 && (error.kind === 'business' || !isRepetition);
}

/** Request timeout, conflict, too early, too many: an earlier send of the same may still take effect. */
const MAYBE_UNDER_WAY: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** No answer at all: the screen may say that the connection was lost. */
const LOST: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['offline', 'network', 'timeout']);
/** A gateway's status when its own connection to the service failed or was too slow. */
const UNREACHED: ReadonlySet<number> = new Set([502, 504]);

/** Without the query: its session parameters must not be stored. */
function pathOf(call: BuiltRequest): string {
  return call.url.split('?', 1)[0] ?? '';
}

function refused(code: string): ActionFailure {
  return new ActionFailure({ kind: 'refused', code });
}

/** A retry cannot help; only the service, or its staff, knows the outcome. */
const UNREADABLE_RECORD =
  'It is not known whether this was sent before. Nothing was sent again. Contact us before you try another way.';

function unknown(code: string, message?: string): ActionFailure {
  return new ActionFailure({ kind: 'unknown', code, ...(message !== undefined && { message }) });
}
