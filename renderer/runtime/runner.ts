import { evaluate } from '../plan/evaluate.ts';
import type { Result, Scope, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { keysOf, NotYet } from './conditions.ts';
import {
  completeAction,
  criticalsOf,
  type Frame,
  guardsOf,
  makeFrame,
  type Run,
  reviveRun,
  saveRun,
} from './frames.ts';
import { ActionFailure, type ActionResult, Branch, Pause, Stop } from './action.ts';
import type { Engine } from './ports/engine.ts';
import type { AmountsAtTap, Begun, Origin, RunEnd, RunnerPort } from './ports/runner.ts';
import { prepareAction, SKIPPED } from './prepare-action.ts';
import { type HowFailed, takeFailure } from './take-failure.ts';

/**
 * Runs lists of actions.
 *
 * A list runs up to its next asynchronous action as one batch of the store: its writes are visible at once and
 * rendered once. Its position is in frames, not in the call stack, so that a waiting list can be stored and restored
 * after a reload.
 */
export function createRunner(engine: Engine): RunnerPort {
  const runs = new Map<string, Run>();
  const isRunning = (origin: Origin) => [...runs.values()].some((run) => isSameList(run.origin, origin));
  /** Node instances of lists that a navigation ended. They stay busy until the page turns out to be still shown. */
  let busyAfterNavigation: readonly string[] = [];
  let count = 0;

  function markBusy(origin: Origin, by: 1 | -1): void {
    const instance = origin.node?.instance;
    if (instance === undefined) return;
    engine.store.change((draft) => {
      const lists = (draft.busy[instance] ?? 0) + by;
      if (lists > 0) draft.busy[instance] = lists;
      else delete draft.busy[instance];
    });
  }

  /** While a list waits for an overlay, its node and the form that it sends are not busy. */
  function setBehind(run: Run, isBehind: boolean): void {
    if (run.isBehind === isBehind) return;
    run.isBehind = isBehind;
    markBusy(run.origin, isBehind ? -1 : 1);
    engine.forms.rest(run.id, isBehind ? -1 : 1);
  }

  function finish(run: Run, end: RunEnd): void {
    if (run.end) return;
    run.end = end;
    engine.forms.follow(run);
    runs.delete(run.id);
    if (end.end === 'left') run.controller.abort();
    if (end.end === 'left' && run.origin.node)
      busyAfterNavigation = [...busyAfterNavigation, run.origin.node.instance];
    else if (!run.isBehind) markBusy(run.origin, -1);
    run.resolve?.(end);
    if (run.origin.overlay !== undefined) engine.overlays.listEnded(run.origin.overlay);
  }

  /** Runs to the next asynchronous action, or to the end. */
  function advance(run: Run): void {
    while (!run.end) {
      // The list no longer waits for an overlay.
      setBehind(run, false);
      engine.forms.follow(run);
      const frame = run.frames.at(-1);
      if (!frame) {
        finish(run, { end: 'done' });
        return;
      }
      const action = frame.list[frame.index];
      if (!action) {
        leaveFrame(run, frame);
        continue;
      }
      try {
        const outcome = begin(run, frame, action);
        if (outcome instanceof Promise) {
          run.waits = action.do === 'open' ? 'overlay' : undefined;
          awaitOutcome(run, outcome);
          return;
        }
        if (accept(run, frame, action, outcome) === 'waits') return;
      } catch (thrown) {
        if (thrown instanceof NotYet) {
          awaitChange(run, thrown);
          return;
        }
        fail(run, readFailure(thrown), { isTold: false, asks: 'all' });
      }
    }
  }

  function begin(
    run: Run,
    frame: Frame,
    action: ActionPlan,
  ): ActionResult | Promise<ActionResult> | typeof SKIPPED {
    const prepared = prepareAction(engine.actions, action, frame.scope);
    if (prepared === SKIPPED) return SKIPPED;
    const { definition, props } = prepared;
    for (const key of keysOf(action.props?.['target'] ?? '')) run.written.add(key);
    const context = {
      plan: action,
      props,
      scope: frame.scope,
      origin: frame.origin,
      engine,
      isTap: run.isTap,
      begun: run.begun,
      signal: action.background ? NEVER : run.controller.signal,
      guards: action.critical ? guardsOf(run) : [],
      readingsAtTap: run.readings,
      amountsAtTap: (action.critical && run.amounts.get(action.critical)) ?? [],
    };
    if (!action.background) return definition.run(context);
    void runInBackground(() => definition.run(context), frame.origin, run.begun);
    return undefined;
  }

  function fail(run: Run, error: ActionError, how: HowFailed): void {
    if (takeFailure(engine, run, error, how) === 'ends') finish(run, { end: 'failed', error });
  }

  /** Runs a background action. A failure is only reported. */
  async function runInBackground(
    act: () => ActionResult | Promise<ActionResult>,
    origin: Origin,
    begun: Begun,
  ): Promise<void> {
    try {
      const outcome = await act();
      if (outcome instanceof Branch) void start(outcome.list, outcome.origin ?? origin, begun, outcome.names);
    } catch (thrown) {
      engine.report('action/background', readFailure(thrown).kind, origin.node?.plan.id);
    }
  }

  function accept(
    run: Run,
    frame: Frame,
    action: ActionPlan,
    outcome: ActionResult | typeof SKIPPED,
  ): 'goes on' | 'waits' {
    if (outcome instanceof Branch) {
      const origin = { ...(outcome.origin ?? frame.origin), run: run.id };
      const isCase = typeof outcome.at === 'number';
      const scope = isCase ? frame.scope : origin.scope;
      const { list, at, names, fails } = outcome;
      run.frames.push(makeFrame(isCase ? 'case' : 'list', list, at, origin, scope, names, fails));
      return 'goes on';
    }
    if (outcome instanceof Pause) {
      pause(run, outcome.until);
      return 'waits';
    }
    if (outcome instanceof Stop) {
      stopList(run);
      return 'goes on';
    }
    completeAction(frame, action, outcome === SKIPPED ? undefined : (outcome as Value | undefined));
    return 'goes on';
  }

  /** A frame ended without a failure. */
  function leaveFrame(run: Run, frame: Frame): void {
    run.frames.pop();
    if ((frame.kind === 'catch' || frame.kind === 'default') && frame.error) {
      fail(run, frame.error, { isTold: true, asks: 'none' });
      return;
    }
    if (frame.error) {
      fail(run, frame.error, { isTold: true, asks: 'all' });
      return;
    }
    const below = run.frames.at(-1);
    const action = below?.list[below.index];
    if (below && action) completeAction(below, action, undefined);
  }

  /** `stop` ends the whole list, also from inside a `case`. In a failure handler it ends only the handler. */
  function stopList(run: Run): void {
    for (let frame = run.frames.at(-1); frame; frame = run.frames.at(-1)) {
      frame.index = frame.list.length;
      if (frame.kind !== 'case') return;
      run.frames.pop();
    }
  }

  function pause(run: Run, until: number): void {
    run.waits = { until };
    awaitOutcome(run, engine.timers.wait(0, until));
  }

  function awaitOutcome(run: Run, promise: Promise<ActionResult>): void {
    run.turn += 1;
    const { turn } = run;
    const goOn = (settle: () => 'goes on' | 'waits') => {
      if (run.end || run.turn !== turn) return;
      run.isTap = false;
      run.waits = undefined;
      engine.store.batch(() => {
        setBehind(run, false);
        if (settle() === 'goes on') advance(run);
      });
    };
    promise.then(
      (outcome) =>
        goOn(() => {
          const frame = run.frames.at(-1);
          const action = frame?.list[frame.index];
          return frame && action ? accept(run, frame, action, outcome) : 'goes on';
        }),
      (thrown: unknown) =>
        goOn(() => {
          fail(run, readFailure(thrown), { isTold: false, asks: 'all' });
          return 'goes on';
        }),
    );
  }

  /** Starts the current action again when a value that it reads changed. */
  function awaitChange(run: Run, notYet: NotYet): void {
    run.turn += 1;
    const { turn } = run;
    run.isTap = false;
    const unsubscribe = engine.store.subscribe(notYet.reads, () => {
      unsubscribe();
      if (run.end || run.turn !== turn) return;
      engine.store.batch(() => advance(run));
    });
  }

  function readFailure(thrown: unknown): ActionError {
    if (thrown instanceof ActionFailure) return thrown.error;
    engine.report('action/fault', thrown instanceof Error ? thrown.name : undefined);
    return { kind: 'unsupported', code: 'action/fault' };
  }

  function measure(list: readonly ActionPlan[], scope: Scope): AmountsAtTap {
    const criticals = criticalsOf(engine.plan, list);
    return new Map(
      criticals.map(({ critical }) => [critical, critical.amounts.map((amount) => evaluate(amount, scope))]),
    );
  }

  function start(
    list: readonly ActionPlan[],
    from: Origin,
    begun: Begun,
    names: { readonly [name: string]: Result } = {},
  ): Promise<RunEnd> | RunEnd {
    if (engine.navigation.isLeaving) return { end: 'left' };
    const old = [...runs.values()].find((run) => isSameList(run.origin, from));
    if (old && from.event !== 'load') return { end: 'left' };
    count += 1;
    const origin = { ...from, run: `run-${count}` };
    const run: Run = {
      id: origin.run,
      origin,
      frames: [makeFrame('list', list, origin.list, origin, origin.scope, names)],
      controller: new AbortController(),
      amounts: from.amounts ?? measure(list, origin.scope),
      readings: from.readings ?? engine.data.readings(),
      written: new Set(),
      isTap: origin.event !== 'load' && origin.event !== 'enter',
      begun,
      turn: 0,
      waits: undefined,
      isBehind: false,
      end: undefined,
      resolve: undefined,
    };
    engine.store.batch(() => {
      if (old) {
        engine.overlays.abandon(old.id);
        finish(old, { end: 'left' });
      }
      runs.set(run.id, run);
      engine.notices.begin(origin);
      markBusy(origin, 1);
      advance(run);
      if (old) engine.overlays.dropAbandoned(origin.list);
    });
    return (
      run.end ??
      new Promise((resolve) => {
        run.resolve = resolve;
      })
    );
  }

  return {
    run: (list, origin) => start(list, origin, PERSON_EVENTS.includes(origin.event) ? 'person' : 'engine'),
    measure,
    stop() {
      for (const run of [...runs.values()]) finish(run, { end: 'left' });
    },
    confirm(opener, by) {
      const waiting = runs.get(opener ?? '');
      if (waiting?.begun === 'restored' && runs.get(by ?? '')?.begun === 'person') waiting.begun = 'person';
    },
    isRunning,
    reserve(ids) {
      for (const id of ids) count = Math.max(count, Number(id.slice(id.lastIndexOf('-') + 1)) || 0);
    },
    isRunningFor: ({ instance }) => [...runs.values()].some((run) => run.origin.node?.instance === instance),
    standBehind(id) {
      const run = runs.get(id ?? '');
      if (run) setBehind(run, true);
    },
    isRunningIn: (overlay) => [...runs.values()].some((run) => run.origin.overlay === overlay),
    resume() {
      const nodes = busyAfterNavigation;
      busyAfterNavigation = [];
      engine.store.change((draft) => {
        for (const instance of nodes) delete draft.busy[instance];
      });
    },
    save: () =>
      [...runs.values()]
        .filter((run) => run.waits !== undefined && !REPEATED_EVENTS.includes(run.origin.event))
        .map(saveRun),
    restore(saved) {
      for (const item of saved) {
        const run = reviveRun(engine, item);
        const waits = run?.waits;
        if (!run || waits === undefined || isRunning(run.origin)) continue;
        const ended = waits === 'overlay' ? engine.overlays.rejoin(run.id) : undefined;
        if (waits === 'overlay' && !ended) continue;
        runs.set(run.id, run);
        markBusy(run.origin, 1);
        setBehind(run, waits === 'overlay');
        if (ended) awaitOutcome(run, ended);
        else if (waits !== 'overlay') pause(run, waits.until);
      }
    },
  };
}

const NEVER = new AbortController().signal;
/** Events that fire again after a reload: their lists are not stored. */
const REPEATED_EVENTS: readonly string[] = ['load', 'enter'];

/** Events by which a person starts a list. */
const PERSON_EVENTS: readonly string[] = ['tap', 'submit', 'invalid', 'uploaded'];

function isSameList(one: Origin, other: Origin): boolean {
  return (
    one.list === other.list && one.node?.instance === other.node?.instance && one.overlay === other.overlay
  );
}
