import type { Result, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { ActionFailure, type ActionResult, Branch, Pause, Stop } from './action.ts';
import { keysOf, NotYet } from './conditions.ts';
import { completeAction, type Frame, guardsOf, makeFrame, type Run } from './frames.ts';
import type { Engine } from './ports/engine.ts';
import type { Begun, Origin, RunEnd } from './ports/runner.ts';
import { prepareAction, SKIPPED } from './prepare-action.ts';
import type { Runs } from './runs.ts';
import { type HowFailed, takeFailure } from './take-failure.ts';

/*
 * A list runs up to its next asynchronous action as one batch of the store: its writes are visible at once and
 * rendered once. Its position is in frames, not in the call stack, so that a waiting list can be stored and restored
 * after a reload.
 */

/** A screen's engine and its running lists. */
export interface Lists {
  readonly engine: Engine;
  readonly runs: Runs;
}

/** Starts a list. It replaces a running `load` of the same list; a repeated tap is ignored. */
export function startList(
  lists: Lists,
  list: readonly ActionPlan[],
  from: Origin,
  begun: Begun,
  names: { readonly [name: string]: Result } = {},
): Promise<RunEnd> | RunEnd {
  const { engine, runs } = lists;
  if (engine.navigation.isLeaving) return { end: 'left' };
  const old = runs.find(from);
  if (old && from.event !== 'load') return { end: 'left' };
  const origin = { ...from, run: runs.nextId() };
  const run: Run = {
    id: origin.run,
    origin,
    frames: [makeFrame('list', list, origin.list, origin, origin.scope, names)],
    controller: new AbortController(),
    amounts: from.amounts ?? engine.runner.measure(list, origin.scope),
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
      runs.finish(old, { end: 'left' });
    }
    engine.notices.begin(origin);
    runs.add(run);
    advance(lists, run);
    if (old) engine.overlays.dropAbandoned(origin.list);
  });
  return (
    run.end ??
    new Promise((resolve) => {
      run.resolve = resolve;
    })
  );
}

/** Runs to the next asynchronous action, or to the end. */
function advance(lists: Lists, run: Run): void {
  const { engine, runs } = lists;
  while (!run.end) {
    // The list no longer waits for an overlay.
    runs.setBehind(run, false);
    engine.forms.follow(run);
    const frame = run.frames.at(-1);
    if (!frame) {
      runs.finish(run, { end: 'done' });
      return;
    }
    const action = frame.list[frame.index];
    if (!action) {
      leaveFrame(lists, run, frame);
      continue;
    }
    try {
      const outcome = begin(lists, run, frame, action);
      if (outcome instanceof Promise) {
        run.waits = action.do === 'open' ? 'overlay' : undefined;
        awaitOutcome(lists, run, outcome);
        return;
      }
      if (accept(lists, run, frame, action, outcome) === 'waits') return;
    } catch (thrown) {
      if (thrown instanceof NotYet) {
        awaitChange(lists, run, thrown);
        return;
      }
      fail(lists, run, readFailure(engine, thrown), { isTold: false, asks: 'all' });
    }
  }
}

function begin(
  lists: Lists,
  run: Run,
  frame: Frame,
  action: ActionPlan,
): ActionResult | Promise<ActionResult> | typeof SKIPPED {
  const { engine } = lists;
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
  void runInBackground(lists, () => definition.run(context), frame.origin, run.begun);
  return undefined;
}

const NEVER = new AbortController().signal;

/** Runs a background action. A failure is only reported. */
async function runInBackground(
  lists: Lists,
  act: () => ActionResult | Promise<ActionResult>,
  origin: Origin,
  begun: Begun,
): Promise<void> {
  try {
    const outcome = await act();
    if (outcome instanceof Branch) {
      void startList(lists, outcome.list, outcome.origin ?? origin, begun, outcome.names);
    }
  } catch (thrown) {
    const { kind } = readFailure(lists.engine, thrown);
    lists.engine.report('action/background', kind, origin.node?.plan.id);
  }
}

function accept(
  lists: Lists,
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
    pause(lists, run, outcome.until);
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
function leaveFrame(lists: Lists, run: Run, frame: Frame): void {
  run.frames.pop();
  if (frame.error) {
    const isHandled = frame.kind === 'catch' || frame.kind === 'default';
    fail(lists, run, frame.error, { isTold: true, asks: isHandled ? 'none' : 'all' });
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

export function pause(lists: Lists, run: Run, until: number): void {
  run.waits = { until };
  awaitOutcome(lists, run, lists.engine.timers.wait(0, until));
}

export function awaitOutcome(lists: Lists, run: Run, promise: Promise<ActionResult>): void {
  const { engine, runs } = lists;
  run.turn += 1;
  const { turn } = run;
  const goOn = (settle: () => 'goes on' | 'waits') => {
    if (run.end || run.turn !== turn) return;
    run.isTap = false;
    run.waits = undefined;
    engine.store.batch(() => {
      runs.setBehind(run, false);
      if (settle() === 'goes on') advance(lists, run);
    });
  };
  promise.then(
    (outcome) =>
      goOn(() => {
        const frame = run.frames.at(-1);
        const action = frame?.list[frame.index];
        return frame && action ? accept(lists, run, frame, action, outcome) : 'goes on';
      }),
    (thrown: unknown) =>
      goOn(() => {
        fail(lists, run, readFailure(engine, thrown), { isTold: false, asks: 'all' });
        return 'goes on';
      }),
  );
}

/** Starts the current action again when a value that it reads changed. */
function awaitChange(lists: Lists, run: Run, notYet: NotYet): void {
  const { store } = lists.engine;
  run.turn += 1;
  const { turn } = run;
  run.isTap = false;
  const unsubscribe = store.subscribe(notYet.reads, () => {
    unsubscribe();
    if (run.end || run.turn !== turn) return;
    store.batch(() => advance(lists, run));
  });
}

function fail({ engine, runs }: Lists, run: Run, error: ActionError, how: HowFailed): void {
  if (takeFailure(engine, run, error, how) === 'ends') runs.finish(run, { end: 'failed', error });
}

function readFailure(engine: Engine, thrown: unknown): ActionError {
  if (thrown instanceof ActionFailure) return thrown.error;
  engine.report('action/fault', thrown instanceof Error ? thrown.name : undefined);
  return { kind: 'unsupported', code: 'action/fault' };
}
