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

/** When an unknown outcome is asked about, after it became unknown. */
const ASK_AFTER_MS = [2_000, 5_000, 15_000] as const;
/** How long after a send Back only says that it is being sent. */
const HOLD_BACK_MS = 10_000;

/**
 * Critical requests: at most one effect per intent.
 *
 * Key and body are stored before the first send and are the same whenever it is repeated; of an intent that
 * asks, only the key. It ends with a definite answer; until then nobody may begin another of the same name and
 * `per`, whichever endpoint that would call.
 *
 * A success that ends the wish by its contract is stored. A screen whose data was read before it sends nothing, shows
 * a message and reads its data again.
 */
export function createIntents(engine: Engine): IntentPort {
  const store = new IntentStore(engine);
  const { sending, results } = store;
  const wishes = new EndedWishes(engine);
  /** Places being asked about now. */
  const asking = new Set<string>();
  /** Lists that were told "unknown": their inline words go when it is known. */
  const told = new Map<string, CriticalCall['origin']>();

  async function send(call: CriticalCall): Promise<Value | undefined> {
    const per = perOf(call.plan, call);
    const place = intentPlace(call.plan.intent, per);
    const wish = intentPlace(call.plan.wish ?? call.plan.intent, per);
    const { locks } = engine.services;
    // Two pages that look at the same moment would both find nothing stored.
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
        told.set(place, call.origin);
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
    // "Nothing was sent" would be a lie while nobody knows how the send before it ended.
    if (unsafe) throw open && unsafe.error.kind === 'refused' ? unknown('intent/unknown') : unsafe;
    if (kept) results.delete(place);
    // Data that was read since then offers the action again: that is another wish.
    if (kept && (isEnded || ending === undefined)) {
      // The intent ended by another of its calls, and nobody has seen how: this one is not what comes next.
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
        // Leaving the screen does not stop it: whether it arrived would never be known.
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
      // Only a call of the wish's own intent begins it: a code that is sent again belongs to the payment before it.
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
    if (call.plan.ask === undefined) throw unknown('intent/damaged', engine.scope.locale.message(DAMAGED));
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
      // What asks how it ended is never sent again, so its body need not lie on the device.
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

  /** What a failed send means. Only a definite answer, or the certainty that nothing was sent, ends the intent. */
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
    told.set(place, call.origin);
    if (record.ask) for (const ms of ASK_AFTER_MS) engine.services.clock.after(ms, () => void ask(place));
    const kind = thrown instanceof ActionFailure ? thrown.error.kind : undefined;
    engine.report('intent/unknown', kind);
    const isLost = (kind !== undefined && LOST.has(kind)) || UNREACHED.has(answer?.status ?? 0);
    return unknown(isLost ? 'intent/lost' : 'intent/unknown');
  }

  /** Asks how an unknown outcome ended; anything but true or false is not known yet. */
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
      // For a part of another wish it is known only that the part is done.
      if (result && sent && wish === undefined) remember(place, sent);
      settle(place);
    } catch {
      // Not known yet: it is asked again later.
    } finally {
      asking.delete(place);
    }
  }

  /** The outcome is known: the screen has to show what is true before anybody sends again. */
  function settle(place: string): void {
    store.remove(place);
    if (engine.navigation.isLeaving) return;
    const origin = told.get(place);
    told.delete(place);
    if (origin) engine.notices.begin(origin);
    void engine.data.reload();
  }

  /** Several calls may share an intent: each says for itself what tells that it is done. */
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

/** Computed again right before sending: false, pending, stale or uncomputable refuses; another amount is `changed`. */
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
 * Whether a failed call says for certain how it ended: the service said yes or no, or nothing was sent. A
 * gateway's error, an answer that says neither, a yes that cannot be read and a lost connection do not. For a
 * repeated call, a failure to send or to be let in is not certain either: the first send may have arrived.
 */
function isDefinite({ error, unsent, answer }: ActionFailure, isRepetition: boolean): boolean {
  if (unsent) return !isRepetition;
  if (answer === undefined || MAYBE_UNDER_WAY.has(answer.status)) return false;
  if (answer.verdict !== undefined) return answer.verdict === 'no';
  return answer.status >= 400 && answer.status < 500 && (error.kind === 'business' || !isRepetition);
}

/** Request timeout, conflict, too early, too many: an earlier send of the same may still take effect. */
const MAYBE_UNDER_WAY: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** There was no answer at all, so a screen may say that the connection was lost. */
const LOST: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['offline', 'network', 'timeout']);
/** What a gateway answers where its own connection to the service was lost or too slow. */
const UNREACHED: ReadonlySet<number> = new Set([502, 504]);

/** Without the query, where session parameters stand that are not to be stored. */
function pathOf(call: BuiltRequest): string {
  return call.url.split('?', 1)[0] ?? '';
}

function refused(code: string): ActionFailure {
  return new ActionFailure({ kind: 'refused', code });
}

/** Another try would say the same: only the service knows, and people who can look there. */
const DAMAGED =
  'It is not known whether this was sent before. Nothing was sent again. Contact us before you try another way.';

function unknown(code: string, message?: string): ActionFailure {
  return new ActionFailure({ kind: 'unknown', code, ...(message !== undefined && { message }) });
}
