import { own } from '../runtime/lists.ts';
import type { Engine } from '../runtime/ports/engine.ts';
import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Value } from '../plan/expression.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { isRecord } from '../plan/value.ts';
import type { Rule } from './rules.ts';

/** Maximum number of stored answers; a person does not try more values in one form. */
const MAX_ANSWERS = 50;

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
 * The requests of the remote rules of a form.
 *
 * An answer is stored by its request, not by its field: the same request is not sent twice, and an answer to an
 * earlier value is never used for the current one. A request that a change made needless is aborted. Requests are
 * sent after a debounce.
 */
export class RemoteCalls {
  private readonly engine: Engine;
  /** Called when a request of this field ended. */
  private readonly ended: (field: string) => void;
  private readonly answers = new Map<string, Value | undefined>();
  private readonly failed = new Set<string>();
  /** By field and index of the rule. */
  private readonly asks = new Map<string, Ask>();

  constructor(engine: Engine, ended: (field: string) => void) {
    this.engine = engine;
    this.ended = ended;
  }

  /** The answer about the current value; undefined if there is none yet. */
  verdict(rule: Rule): 'right' | 'wrong' | 'failed' | undefined {
    const key = this.keyOf(rule);
    if (key === undefined) return undefined;
    if (!this.answers.has(key)) return this.failed.has(key) ? 'failed' : undefined;
    const { check } = rule.plan.props;
    const scope = rule.scope.with('reply', this.answers.get(key));
    return check !== undefined && evaluate(check, scope) === true ? 'right' : 'wrong';
  }

  /** The current request of a rule; undefined if its values are missing. */
  keyOf(rule: Rule): string | undefined {
    return this.callOf(rule)?.key;
  }

  isRunning(field: string): boolean {
    return [...this.asks.keys()].some((slot) => slot.startsWith(`${field}#`));
  }

  /**
   * Matches the running requests of a field to the rules that need one.
   *
   * @param pauseMs - The debounce of rules without their own; undefined sends all now, without a debounce.
   * @returns the requests that run now.
   */
  match(field: string, rules: readonly Rule[], pauseMs: number | undefined): readonly Ask[] {
    const slots = new Set(rules.map((_, index) => `${field}#${index}`));
    for (const slot of this.asks.keys()) {
      if (slot.startsWith(`${field}#`) && !slots.has(slot)) this.cancel(slot);
    }
    return rules.flatMap((rule, index) => {
      const slot = `${field}#${index}`;
      const call = this.callOf(rule);
      const known = this.asks.get(slot);
      if (known !== undefined && known.key === call?.key) {
        if (pauseMs === undefined) known.begin();
        return [known];
      }
      this.cancel(slot);
      if (call === undefined || this.answers.has(call.key)) return [];
      // A failed request is not retried automatically.
      if (this.failed.has(call.key) && pauseMs !== undefined) return [];
      const { debounceMs } = rule.plan.props;
      const ownPauseMs = pauseMs !== undefined && typeof debounceMs === 'number' ? debounceMs : pauseMs;
      return [this.start(field, slot, call, ownPauseMs)];
    });
  }

  /** Aborts all requests. */
  clear(): void {
    for (const slot of this.asks.keys()) this.cancel(slot);
    this.failed.clear();
  }

  private callOf({ plan, scope }: Rule): Call | undefined {
    const endpoint = own(this.engine.plan.endpoints, String(plan.props['endpoint']));
    const request = evaluate(plan.props['with'] ?? ['record', {}], scope);
    if (endpoint === undefined || request === PENDING || request instanceof Failure) return undefined;
    if (!isRecord(request)) return undefined;
    return { key: `${endpoint.name} ${JSON.stringify(request)}`, endpoint, request };
  }

  private start(field: string, slot: string, call: Call, pauseMs: number | undefined): Ask {
    const { asks, failed, engine } = this;
    const controller = new AbortController();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let stopPause: (() => void) | undefined;
    let isBegun = false;
    const send = async (): Promise<void> => {
      const isCurrent = () => asks.get(slot) === ask;
      try {
        const reply = await engine.calls.call(call.endpoint, call.request, { signal: controller.signal });
        if (isCurrent()) this.keep(call.key, reply);
      } catch {
        if (isCurrent()) failed.add(call.key);
      }
      if (isCurrent()) {
        asks.delete(slot);
        this.ended(field);
      }
      end();
    };
    const ask: Ask = {
      key: call.key,
      ended,
      begin() {
        if (isBegun) return;
        isBegun = true;
        stopPause?.();
        void send();
      },
      cancel() {
        stopPause?.();
        controller.abort();
        end();
      },
    };
    failed.delete(call.key);
    asks.set(slot, ask);
    if (pauseMs === undefined) ask.begin();
    else stopPause = engine.services.clock.after(pauseMs, () => ask.begin());
    return ask;
  }

  private cancel(slot: string): void {
    const ask = this.asks.get(slot);
    this.asks.delete(slot);
    ask?.cancel();
  }

  private keep(key: string, reply: Value | undefined): void {
    this.answers.set(key, reply);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= MAX_ANSWERS) break;
      this.answers.delete(oldest);
    }
  }
}
