import {
  type Expression,
  Failure,
  PENDING,
  type Result,
  type Scope,
  type Value,
} from '../plan/expression.ts';
import type { ActionPlan, AppPlan, CriticalPlan, Plan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { keysOf } from './conditions.ts';
import { findForm, findList, reviveOrigin, saveOrigin } from './lists.ts';
import type { Readings } from './ports/data.ts';
import type { Engine } from './ports/engine.ts';
import type { Guard } from './ports/intents.ts';
import type { Begun, Origin, RunEnd } from './ports/runner.ts';
import type { SavedFrame, SavedRun } from './saved-lists.ts';

/**
 * A list and the position in it. `list`: of an event, or called by an action (`submit`, `native`); `case`: of
 * `choose`; `catch` and `default`: after a failure.
 */
export interface Frame {
  readonly kind: 'list' | 'case' | 'catch' | 'default';
  readonly list: readonly ActionPlan[];
  /** Index of the case or catch in its action; else the list's name. */
  readonly at: number | string;
  readonly origin: Origin;
  index: number;
  scope: Scope;
  /** Names that this frame adds to the scope: `as` results, `error`, `params`. */
  readonly names: Map<string, Result>;
  /**
   * In a catch or default: the failure that it handles. In a called list: the failure of its action after the list.
   */
  readonly error: ActionError | undefined;
}

/** A list of an event with the lists that it called. The last frame runs. */
export interface Run {
  readonly id: string;
  readonly origin: Origin;
  readonly frames: Frame[];
  readonly controller: AbortController;
  /** Amounts at the tap, which its critical actions compare. */
  readonly amounts: ReadonlyMap<CriticalPlan, readonly Result[]>;
  /** The data read before the tap; empty for a run that was restored after a reload. */
  readonly readings: Readings;
  /** Store keys that its own actions wrote. A condition on such a key is no precondition any more. */
  readonly written: Set<string>;
  isTap: boolean;
  begun: Begun;
  /** Number of the current wait; answers to an earlier wait are ignored. */
  turn: number;
  /** What it waits for, if that survives a reload. */
  waits: 'overlay' | { readonly until: number } | undefined;
  /** The overlay that it opened is shown. */
  isBehind: boolean;
  end: RunEnd | undefined;
  resolve: ((end: RunEnd) => void) | undefined;
}

export function makeFrame(
  kind: Frame['kind'],
  list: readonly ActionPlan[],
  at: number | string,
  origin: Origin,
  scope: Scope,
  names: { readonly [name: string]: Result } = {},
  error?: ActionError,
): Frame {
  const frame: Frame = { kind, list, at, origin, index: 0, scope, names: new Map(), error };
  for (const [name, value] of Object.entries(names)) addName(frame, name, value);
  return frame;
}

function addName(frame: Frame, name: string, value: Result): void {
  frame.names.set(name, value);
  frame.scope = frame.scope.with(name, value);
}

/** Moves to the next action after the current one is done or skipped. */
export function completeAction(frame: Frame, action: ActionPlan, value: Value | undefined): void {
  if (action.as !== undefined) addName(frame, action.as, value);
  frame.index += 1;
}

/**
 * The preconditions of the run's current action: its own condition and those of the cases around it are true, those
 * of every earlier `stop` are false.
 */
export function guardsOf(run: Run): readonly Guard[] {
  const guards: Guard[] = [];
  const add = (condition: Expression | undefined, scope: Scope, is: boolean) => {
    if (condition !== undefined) guards.push({ condition, scope, is });
  };
  run.frames.forEach((frame, depth) => {
    const below = run.frames[depth - 1];
    if (frame.kind === 'case' && below) {
      add(below.list[below.index]?.cases?.[Number(frame.at)]?.when, below.scope, true);
    }
    for (const action of frame.list.slice(0, frame.index)) {
      if (action.do === 'stop') add(action.when, frame.scope, false);
    }
    add(frame.list[frame.index]?.when, frame.scope, true);
  });
  return guards.filter(({ condition }) => !keysOf(condition).some((key) => run.written.has(key)));
}

type CriticalAction = ActionPlan & { readonly critical: CriticalPlan };

/** Critical actions that a list can reach, including those of the forms that it submits. */
export function criticalsOf(
  plan: Plan,
  list: readonly ActionPlan[],
  seen = new Set<string>(),
): CriticalAction[] {
  return list.flatMap((action) => {
    const inner = [...(action.cases ?? []), ...(action.catch ?? [])].flatMap((each) =>
      criticalsOf(plan, each.run, seen),
    );
    const form = action.do === 'submit' ? action.props?.['form'] : undefined;
    if (typeof form === 'string' && !seen.has(form)) {
      seen.add(form);
      for (const lists of Object.values(findForm(plan, form)?.plan.on ?? {})) {
        inner.push(...criticalsOf(plan, lists, seen));
      }
    }
    return isCritical(action) ? [action, ...inner] : inner;
  });
}

function isCritical(action: ActionPlan): action is CriticalAction {
  return action.critical !== undefined;
}

/** A waiting run as plain JSON. */
export function saveRun(run: Run): SavedRun {
  return {
    id: run.id,
    origin: saveOrigin(run.origin),
    frames: run.frames.map((frame) => ({
      kind: frame.kind,
      at: frame.at,
      index: frame.index,
      names: Object.fromEntries([...frame.names].filter(([, value]) => isValue(value)) as [string, Value][]),
      ...(frame.kind === 'list' ? { origin: saveOrigin(frame.origin) } : {}),
      ...(frame.error === undefined ? {} : { error: { ...frame.error } }),
    })),
    amounts: [...run.amounts.values()].map((amounts) =>
      amounts.map((amount) => (isValue(amount) ? { is: amount } : {})),
    ),
    written: [...run.written],
    ...(typeof run.waits === 'object' ? { until: run.waits.until } : {}),
  };
}

/** Restores a run; undefined if the plan or the screen no longer contains its position. */
export function reviveRun(engine: Engine, saved: SavedRun): Run | undefined {
  const origin = reviveOrigin(engine, saved.origin);
  if (!origin) return undefined;
  const frames: Frame[] = [];
  for (const item of saved.frames) {
    const frame = reviveFrame(engine, item, frames.at(-1));
    if (!frame) return undefined;
    frames.push(frame);
  }
  const [root] = frames;
  if (!root) return undefined;
  const criticals = [...new Set(criticalsOf(engine.plan, root.list).map(({ critical }) => critical))];
  const amounts = new Map(
    criticals.map((critical, index) => [critical, reviveAmounts(saved.amounts[index])] as const),
  );
  return {
    id: saved.id,
    origin,
    frames,
    controller: new AbortController(),
    amounts,
    readings: new Map(),
    written: new Set(saved.written),
    isTap: false,
    begun: 'restored',
    turn: 0,
    waits: saved.until === undefined ? 'overlay' : { until: saved.until },
    isBehind: false,
    end: undefined,
    resolve: undefined,
  };
}

function reviveAmounts(saved: SavedRun['amounts'][number] | undefined): readonly Result[] {
  return (saved ?? []).map((amount) => (amount.is === undefined ? new Failure('not saved') : amount.is));
}

function reviveFrame(engine: Engine, saved: SavedFrame, below: Frame | undefined): Frame | undefined {
  const origin = saved.origin ? reviveOrigin(engine, saved.origin) : below?.origin;
  const list = listOf(engine.plan, engine.app, saved, below);
  if (!origin || !list || saved.index > list.length) return undefined;
  const around = saved.kind === 'list' || saved.kind === 'default' ? origin.scope : below?.scope;
  if (!around) return undefined;
  const frame = makeFrame(saved.kind, list, saved.at, origin, around, saved.names, saved.error);
  frame.index = saved.index;
  return frame;
}

function listOf(
  plan: Plan,
  app: AppPlan,
  saved: SavedFrame,
  below: Frame | undefined,
): readonly ActionPlan[] | undefined {
  if (typeof saved.at === 'string') return findList(plan, app, saved.at);
  const action = below?.list[below.index];
  return (saved.kind === 'catch' ? action?.catch : action?.cases)?.[saved.at]?.run;
}

function isValue(result: Result): result is Value {
  return result !== undefined && result !== PENDING && !(result instanceof Failure);
}
