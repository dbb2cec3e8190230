import type { Scope, Value } from '../plan/expression.ts';
import type { Plan, ResourcePlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { computeInputs } from '../plan/resource-inputs.ts';
import { keepEqual } from './keep-equal.ts';
import { ActionFailure } from './action.ts';
import { endpointOf } from './calls.ts';
import type { Reading } from '../plan/endings.ts';
import type { CallPort } from './ports/calls.ts';
import type { DataPort, ReadPages, Readings, ResourceState } from './ports/data.ts';
import type { RunnerPort } from './ports/runner.ts';
import type { Values } from './ports/store.ts';
import type { OfflineReplies } from './offline-replies.ts';
import type { Clock } from './services.ts';
import type { LiveStore } from './store.ts';

export interface DataOptions {
  readonly plan: Plan;
  readonly store: LiveStore;
  readonly scope: Scope;
  readonly clock: Clock;
  /** `countEndings` of plan/endings.ts. */
  endings(): number;
  readonly calls: Pick<CallPort, 'call'>;
  readonly runner: Pick<RunnerPort, 'run'>;
  readonly offline: OfflineReplies;
  report(code: string, detail: string): void;
  /** Adds to an answer the further pages that a return to the screen needs. @returns undefined: nothing to add. */
  complete(name: string, value: Value, signal: AbortSignal): Promise<Whole> | undefined;
  /** Time in ms to delay an answer, so that a skeleton does not flash. */
  holdMs(): number;
}

/** The content of data that is read by pages. */
export interface Whole {
  readonly value: Value;
  readonly pages: ReadPages;
}

export interface LiveData extends DataPort {
  /** Starts every read whose inputs can be computed. */
  start(): void;
  /** Reads failed required resources again. */
  retry(): void;
  /**
   * Reads the resources that name this occasion in `refresh`. Until these are read, critical actions refuse.
   */
  refresh(occasion: 'pull' | 'resume'): Promise<void>;
}

/** How long typing must pause before data that reads what is typed is requested, in ms. */
const TYPING_MS = 300;

/**
 * Reads a screen's resources, each as soon as its inputs can be computed, and again when they change.
 *
 * An answer to older inputs is dropped, and content for other inputs is never shown. During a re-read with the same
 * inputs the old content stays; if the re-read fails, it is marked stale. For an `offline` resource the stored reply
 * of an earlier visit is used in the same way when the service cannot be reached.
 */
export function createData(options: DataOptions): LiveData {
  const { plan, store, scope } = options;
  const resources = Object.entries(plan.data);
  let isRunning = false;
  let isTyping = false;
  const attempts = new Map<string, Attempt>();
  const { read, readings } = createReader(options, attempts, () => isRunning);

  /** Starts a read if a resource's inputs differ from those of its last attempt. */
  function consider(name: string, resource: ResourcePlan, isAwaited = false): void {
    const found = computeInputs(resource, scope);
    if (found.is === 'ready') {
      const last = attempts.get(name)?.inputs;
      const inputs = last ? keepEqual(last, found.inputs) : found.inputs;
      if (inputs !== last) void read(name, resource, inputs, 'other inputs', { isAwaited });
      return;
    }
    attempts.get(name)?.controller.abort();
    attempts.delete(name);
    const failed = found.is === 'failed';
    if (failed) options.report('data/inputs-failed', `${name}: ${found.reason}`);
    setResource(store, name, () => ({
      phase: found.is,
      stale: false,
      ...(failed && { error: { kind: 'invalid' as const, code: 'inputs' } }),
    }));
  }

  /** Aborted by a navigation that did not leave the page. */
  function isStuck(name: string): boolean | undefined {
    return store.get().data[name]?.phase === 'reading' && attempts.get(name)?.controller.signal.aborted;
  }

  function reread(names: readonly string[], isQuiet?: boolean): Promise<void> {
    const reads = names.flatMap((name) => {
      const resource = plan.data[name];
      const inputs = attempts.get(name)?.inputs;
      return resource && inputs ? [read(name, resource, inputs, 'again', { isQuiet })] : [];
    });
    return Promise.all(reads).then(() => undefined);
  }

  store.react((commit) => {
    if (!isRunning) return;
    for (const [name, resource] of resources) {
      if (resource.reads.some((path) => isTouched(path, commit))) consider(name, resource, isTyping);
    }
  });

  return {
    start() {
      isRunning = true;
      store.batch(() => {
        for (const [name, resource] of resources) consider(name, resource);
      });
    },
    reload: (names = Object.keys(plan.data), isQuiet) => store.batch(() => reread(names, isQuiet)),
    retry() {
      const { data } = store.get();
      store.batch(() => {
        for (const [name, resource] of resources) {
          if (resource.optional || data[name]?.phase !== 'failed') continue;
          if (attempts.has(name)) void reread([name]);
          else consider(name, resource);
        }
      });
    },
    refresh(occasion) {
      const names = resources
        .filter(([name, resource]) => resource.refresh?.includes(occasion) || isStuck(name))
        .map(([name]) => name);
      return store.batch(() => {
        for (const name of names) {
          setResource(store, name, (old) => (old.value === undefined ? old : { ...old, stale: true }));
        }
        return reread(names);
      });
    },
    isFresh(name) {
      const resource = store.get().data[name];
      return (resource?.phase === 'ready' || resource?.phase === 'skipped') && !resource.stale;
    },
    readings,
    type(write) {
      isTyping = true;
      try {
        write();
      } finally {
        isTyping = false;
      }
    },
    stop() {
      isRunning = false;
      for (const { controller } of attempts.values()) controller.abort();
    },
  };
}

/** The last request for a resource and its status. */
interface Attempt {
  readonly inputs: Values;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Reads resources. The last attempt of each is in `attempts`; an earlier one changes nothing when it ends. */
function createReader(options: DataOptions, attempts: Map<string, Attempt>, isRunning: () => boolean) {
  const { store, clock } = options;
  let readings: Readings = new Map();

  /** @returns a promise for the end of this attempt, or of the one that replaced it. */
  function read(
    name: string,
    resource: ResourcePlan,
    inputs: Values,
    why: 'other inputs' | 'again',
    { isQuiet = false, isAwaited = false }: { isQuiet?: boolean | undefined; isAwaited?: boolean } = {},
  ): Promise<void> {
    attempts.get(name)?.controller.abort();
    const controller = new AbortController();
    let end!: () => void;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const attempt: Attempt = { inputs, controller, ended };
    attempts.set(name, attempt);
    if (!isQuiet) {
      setResource(store, name, ({ stale, value, readAt }) => ({
        phase: 'reading',
        stale,
        ...(why === 'again' && value !== undefined && { value }),
        ...(why === 'again' && readAt !== undefined && { readAt }),
      }));
    }
    const isCurrent = () => attempts.get(name) === attempt && isRunning();
    const sent = isAwaited
      ? pause(clock, TYPING_MS).then(() =>
          isCurrent() ? send(name, resource, attempt, isCurrent) : undefined,
        )
      : send(name, resource, attempt, isCurrent);
    void sent.then(() => {
      const next = attempts.get(name);
      if (next && next !== attempt) void next.ended.then(end);
      else end();
    });
    return ended;
  }

  async function send(
    name: string,
    resource: ResourcePlan,
    { inputs, controller }: Attempt,
    isCurrent: () => boolean,
  ): Promise<void> {
    try {
      const endpoint = endpointOf(options.plan, resource.endpoint);
      let reading: Reading = { endings: options.endings(), at: clock.now() };
      const value = await options.calls.call(endpoint, inputs, {
        signal: controller.signal,
        hear({ receivedAt: at = reading.at, endings = reading.endings }) {
          reading = { endings, at };
        },
      });
      const completing =
        isCurrent() && value !== undefined ? options.complete(name, value, controller.signal) : undefined;
      const whole = completing && (await completing);
      if (isCurrent()) await hold(options);
      if (!isCurrent()) return;
      readings = new Map([...readings, [name, reading]]);
      const readAt = clock.now();
      if (resource.offline && value !== undefined) options.offline.store(endpoint, inputs, { value, readAt });
      deliver(options, name, resource, whole ?? { value }, readAt);
    } catch (thrown) {
      if (isCurrent()) fail(options, name, resource, inputs, thrown);
    }
  }

  return { read, readings: () => readings };
}

async function hold({ clock, holdMs }: DataOptions): Promise<void> {
  const ms = holdMs();
  if (ms > 0) await pause(clock, ms);
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** Marks current content as stale. Without content, and if the service was not reached, uses the stored reply. */
function fail(
  { plan, store, offline, report }: DataOptions,
  name: string,
  resource: ResourcePlan,
  inputs: Values,
  thrown: unknown,
): void {
  // Any other error is a fault in the page, not in the connection.
  const isFault = !(thrown instanceof ActionFailure);
  const error: ActionError = isFault ? { kind: 'unsupported', code: 'fault' } : thrown.error;
  if (isFault) report('data/fault', `${name}: ${thrown instanceof Error ? thrown.name : typeof thrown}`);
  else report('data/failed', `${name}: ${error.kind}`);
  const endpoint = resource.offline && plan.endpoints[resource.endpoint];
  // The service's new answer replaces the stored one.
  if (endpoint && (error.kind === 'business' || error.kind === 'refused')) offline.forget(endpoint, inputs);
  setResource(store, name, (old) => {
    const isLost = old.value === undefined && UNREACHED.has(error.kind);
    const known = isLost && endpoint ? { ...old, ...offline.find(endpoint, inputs) } : old;
    return { ...known, phase: 'failed', stale: known.value !== undefined, error };
  });
}

/**
 * Storing and the synchronous part of `load` are one commit, so that its changes or its navigation come before
 * rendering.
 */
function deliver(
  { store, scope, runner }: DataOptions,
  name: string,
  resource: ResourcePlan,
  { value, pages }: { readonly value: Value | undefined; readonly pages?: ReadPages },
  readAt: number,
): void {
  store.batch(() => {
    setResource(store, name, (old) => {
      const kept = keepEqual(old.value, value);
      return {
        ...{ phase: 'ready', stale: false, readAt },
        ...(kept !== undefined && { value: kept }),
        ...(pages && { pages }),
      };
    });
    if (resource.load) void runner.run(resource.load, { scope, list: `data:${name}:load`, event: 'load' });
  });
}

function setResource(store: LiveStore, name: string, next: (old: ResourceState) => ResourceState): void {
  // The store begins with a state for each resource of the plan.
  const old = store.get().data[name] as ResourceState;
  const fresh = keepEqual(old, next(old));
  if (fresh === old) return;
  store.change((draft) => {
    draft.data[name] = fresh;
    draft.fetched[name] = fresh.value === undefined ? undefined : fresh.readAt;
  });
}

/** Failures after which the service's answer is unknown. */
const UNREACHED: ReadonlySet<ActionError['kind']> = new Set(['offline', 'network', 'timeout']);

/** Whether a commit changed a value under the first two names of a path. */
function isTouched(
  path: string,
  commit: { keys: ReadonlySet<string>; touched: ReadonlySet<string> },
): boolean {
  const [root, first] = path.split('.', 2);
  const key = `${root}.${first}`;
  if (commit.keys.has(key)) return true;
  for (const touched of commit.touched) if (touched === key || touched.startsWith(`${key}.`)) return true;
  return false;
}
