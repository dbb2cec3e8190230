import { own } from '../runtime/lists.ts';
import type { RemoteState } from '../runtime/ports.ts';
import { readsOf } from '../runtime/reads.ts';
import { firstTwo } from '../runtime/store.ts';
import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Value } from '../plan/expression.ts';
import type { ElementPlan, EndpointPlan } from '../plan/plan.ts';
import { isRecord } from '../plan/value.ts';
import { type Field, type FormHost, isNest } from './form-state.ts';
import { findProblem, isEmpty, isRemote, messageOf } from './judge.ts';
import { type Rule, rulesOf } from './rules.ts';

const USUAL_PAUSE_MS = 400;
/** Maximum number of stored answers; a person does not try more values in one form. */
const MAX_ANSWERS = 50;

export interface RemoteChecks {
  /** The message of a remote rule for the current value. */
  findProblem(rule: Rule): string | undefined;
  /** Undefined for a field without remote rules. */
  state(field: Field): RemoteState | undefined;
  /**
   * Sends pending and failed requests now; the fields show a progress text. Resolves when all requests have
   * ended, also after a failure.
   */
  settle(names: readonly string[]): Promise<void>;
  /** Aborts all requests and forgets all answers. */
  clear(): void;
}

interface Call {
  /** Endpoint and request as one key, by which answers are stored. */
  readonly key: string;
  readonly endpoint: EndpointPlan;
  readonly request: { readonly [name: string]: Value };
}

/** A running request for a rule of a field. */
interface Ask {
  readonly key: string;
  readonly ended: Promise<void>;
  /** Skips the debounce and sends now. */
  begin(): void;
  cancel(): void;
}

/**
 * Validates field values of one form at services.
 *
 * An answer is stored by its request, not by its field: the same request is not sent twice, and an answer to an
 * earlier value is never used for the current one. A request that a change made needless is aborted. Requests are
 * sent after a debounce.
 */
export function createRemoteChecks(host: FormHost): RemoteChecks {
  const { engine, form } = host;
  let lists: readonly unknown[] | undefined;
  let remote: readonly Field[] = [];

  /** Fields with remote rules. The list changes only with server-chosen fields and with records. */
  function fields(): readonly Field[] {
    const now = [
      ...[...form.maps.values()].map((map) => map.fields),
      form.parts.some(isNest) ? {} : undefined,
    ];
    if (lists === undefined || now.some((list, index) => list !== lists?.[index])) {
      remote = host.fields().filter(({ plan }) => rulesOf(plan).some(isRemote));
    }
    lists = now;
    return remote;
  }

  /** A field's remote state changed, and its problem if one is given; an empty problem is removed. */
  function tell(name: string, problem?: string): void {
    if (problem === '') form.library.clearProblem(name);
    else if (problem !== undefined) form.library.setProblem(name, problem);
    host.touch(name);
  }

  const answers = new Map<string, Value | undefined>();
  const failed = new Set<string>();
  const asks = new Map<string, Ask>();
  const states = new Map<string, RemoteState>();
  /** Fields whose problem came from an answer. */
  const blamed = new Set<string>();

  function callOf({ plan, scope }: Rule): Call | undefined {
    const endpoint = own(engine.plan.endpoints, String(plan.props['endpoint']));
    const request = evaluate(plan.props['with'] ?? ['record', {}], scope);
    if (endpoint === undefined || request === PENDING || request instanceof Failure) return undefined;
    if (!isRecord(request)) return undefined;
    return { key: `${endpoint.name} ${JSON.stringify(request)}`, endpoint, request };
  }

  /** Remote rules of a field whose other rules are satisfied; otherwise no request is needed. */
  function rulesToSend(field: Field): readonly Rule[] {
    const value = host.value(field.name);
    if (isEmpty(value) || !field.isShown()) return [];
    const rules = field.rulesNow();
    return findProblem(rules, value) === undefined ? rules.filter(({ plan }) => isRemote(plan)) : [];
  }

  function isTrue({ plan, scope }: Rule, key: string): boolean {
    const reply = answers.get(key);
    const { check } = plan.props;
    return check !== undefined && evaluate(check, scope.with('reply', reply)) === true;
  }

  function start(name: string, slot: string, { plan }: Rule, call: Call, pauseMs: number): Ask {
    const controller = new AbortController();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isBegun = false;
    const begin = (): void => {
      if (isBegun) return;
      isBegun = true;
      stopPause();
      void send();
    };
    const ask: Ask = {
      key: call.key,
      ended,
      begin,
      cancel() {
        stopPause();
        controller.abort();
        end();
      },
    };
    const send = async (): Promise<void> => {
      try {
        const reply = await engine.calls.call(call.endpoint, call.request, { signal: controller.signal });
        if (asks.get(slot) === ask) keep(call.key, reply);
      } catch {
        if (asks.get(slot) === ask) failed.add(call.key);
      }
      if (asks.get(slot) === ask) {
        asks.delete(slot);
        answered(name);
      }
      end();
    };
    failed.delete(call.key);
    asks.set(slot, ask);
    const { debounceMs } = plan.props;
    const stopPause =
      pauseMs === 0
        ? () => {}
        : engine.services.clock.after(typeof debounceMs === 'number' ? debounceMs : pauseMs, begin);
    if (pauseMs === 0) begin();
    return ask;
  }

  function keep(key: string, reply: Value | undefined): void {
    answers.set(key, reply);
    for (const oldest of answers.keys()) {
      if (answers.size <= MAX_ANSWERS) break;
      answers.delete(oldest);
    }
  }

  function find(name: string): Field | undefined {
    return fields().find((field) => field.name === name);
  }

  function answered(name: string): void {
    const field = find(name);
    if (field === undefined) return;
    const wrong = rulesToSend(field).find((rule) => {
      const key = callOf(rule)?.key;
      return key !== undefined && answers.has(key) && !isTrue(rule, key);
    });
    if (wrong !== undefined) blamed.add(name);
    update(field, wrong === undefined ? undefined : messageOf(wrong));
  }

  function phaseOf(field: Field): RemoteState['phase'] {
    const calls = rulesToSend(field).map((rule) => ({ rule, key: callOf(rule)?.key }));
    const isUnderWay = [...asks].some(([slot]) => slot.startsWith(`${field.name}#`));
    if (isUnderWay) return 'asking';
    if (calls.some(({ key }) => key !== undefined && failed.has(key))) return 'failed';
    const isAnswered = (key: string | undefined): key is string => key !== undefined && answers.has(key);
    if (calls.some(({ rule, key }) => isAnswered(key) && !isTrue(rule, key))) return 'wrong';
    return calls.length > 0 && calls.every(({ key }) => isAnswered(key)) ? 'right' : 'idle';
  }

  function update(field: Field, problem?: string): void {
    const { name } = field;
    const phase = phaseOf(field);
    const isOther = states.get(name)?.phase !== phase;
    if (isOther) states.set(name, { phase, retry: () => void settle(new Set([name])) });
    if (isOther || problem !== undefined) tell(name, problem);
  }

  /** Matches the running requests of a field to its current value. */
  function look(field: Field, pauseMs: number): readonly Ask[] {
    const rules = rulesToSend(field);
    const slots = new Set(rules.map((_, index) => `${field.name}#${index}`));
    for (const [slot, ask] of asks) {
      if (!slot.startsWith(`${field.name}#`) || slots.has(slot)) continue;
      asks.delete(slot);
      ask.cancel();
    }
    return rules.flatMap((rule, index) => {
      const slot = `${field.name}#${index}`;
      const call = callOf(rule);
      const known = asks.get(slot);
      if (known !== undefined && known.key === call?.key) {
        if (pauseMs === 0) known.begin();
        return [known];
      }
      asks.delete(slot);
      known?.cancel();
      if (call === undefined || answers.has(call.key)) return [];
      // A failed request is not retried automatically.
      if (failed.has(call.key) && pauseMs > 0) return [];
      return [start(field.name, slot, rule, call, pauseMs)];
    });
  }

  const watched = new WeakSet<ElementPlan>();
  const keys = new Set<string>();

  /** Watches the values outside the form that the rules and the visibility of a field read. */
  function watch(field: Field): void {
    for (const rule of rulesOf(field.plan)) {
      if (!isRemote(rule) || watched.has(rule)) continue;
      watched.add(rule);
      const reads = new Set<string>();
      const { shownWhen, plan } = field;
      for (const expression of [...Object.values(rule.props), ...shownWhen, plan.enabled]) {
        readsOf(expression, reads);
      }
      const fresh = [...reads].map(firstTwo).filter((key) => !keys.has(key) && !key.startsWith('reply'));
      for (const key of fresh) keys.add(key);
      engine.store.subscribe(fresh, consider);
    }
  }

  function consider(): void {
    for (const field of fields()) {
      watch(field);
      const isKnown = states.has(field.name);
      if (!isKnown && !form.library.isTouched(field.name)) continue;
      look(field, USUAL_PAUSE_MS);
      const isOver = blamed.has(field.name) && phaseOf(field) !== 'wrong';
      if (isOver) blamed.delete(field.name);
      const isWrongAgain = !blamed.has(field.name) && phaseOf(field) === 'wrong';
      if (isWrongAgain) answered(field.name);
      else update(field, isOver ? '' : undefined);
    }
  }

  async function settle(names: ReadonlySet<string>): Promise<void> {
    let ready: (() => void) | undefined;
    const tried = new Set<string>();
    for (;;) {
      const open = fields().flatMap((field) => {
        if (!names.has(field.name)) return [];
        const keys = rulesToSend(field).map((rule) => callOf(rule)?.key ?? '');
        // Each request is sent once per validation. A new failure is shown, and the person decides about a retry.
        if (keys.every((key) => answers.has(key) || (tried.has(key) && failed.has(key)))) return [];
        const begun = look(field, 0);
        for (const { key } of begun) tried.add(key);
        if (begun.length > 0) blamed.delete(field.name);
        update(field, begun.length > 0 ? '' : undefined);
        return begun;
      });
      if (open.length === 0) {
        ready?.();
        return;
      }
      ready ??= engine.notices.busy(engine.scope.locale.message('Checking…'));
      await Promise.all(open.map(({ ended }) => ended));
    }
  }

  engine.store.subscribe([`form.${form.id}`], consider);
  consider();

  return {
    findProblem(rule) {
      const key = callOf(rule)?.key;
      if (key === undefined || !answers.has(key)) {
        return engine.scope.locale.message('This could not be checked. Try again.');
      }
      return isTrue(rule, key) ? undefined : messageOf(rule);
    },
    state: (field) => states.get(field.name) ?? (rulesOf(field.plan).some(isRemote) ? IDLE : undefined),
    settle: (names) => settle(new Set(names)),
    clear() {
      for (const ask of asks.values()) ask.cancel();
      asks.clear();
      failed.clear();
      blamed.clear();
      states.clear();
    },
  };
}

const IDLE: RemoteState = { phase: 'idle', retry: () => {} };
