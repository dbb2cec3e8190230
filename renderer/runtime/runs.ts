import type { Run } from './frames.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin, RunEnd, RunnerPort } from './ports/runner.ts';

/** The running lists of a screen; their nodes are busy. */
export interface Runs
  extends Pick<
    RunnerPort,
    'isRunning' | 'isRunningFor' | 'isRunningIn' | 'standBehind' | 'confirm' | 'reserve' | 'resume' | 'stop'
  > {
  all(): readonly Run[];
  /** The run of this list, for the same node and the same overlay. */
  find(origin: Origin): Run | undefined;
  /** An id for a new run. */
  nextId(): string;
  add(run: Run): void;
  /** While a list waits for an overlay, its node and the form that it sends are not busy. */
  setBehind(run: Run, isBehind: boolean): void;
  finish(run: Run, end: RunEnd): void;
}

export function createRuns(engine: Engine): Runs {
  const runs = new Map<string, Run>();
  /** Node instances of lists that a navigation ended. They stay busy until the page turns out to be still shown. */
  let busyAfterNavigation: readonly string[] = [];
  let count = 0;
  const all = () => [...runs.values()];
  const find = (origin: Origin) => all().find((run) => isSameList(run.origin, origin));

  function markBusy({ node }: Origin, by: 1 | -1): void {
    if (node === undefined) return;
    engine.store.change((draft) => {
      const lists = (draft.busy[node.instance] ?? 0) + by;
      if (lists > 0) draft.busy[node.instance] = lists;
      else delete draft.busy[node.instance];
    });
  }

  function setBehind(run: Run, isBehind: boolean): void {
    if (run.isBehind === isBehind) return;
    run.isBehind = isBehind;
    markBusy(run.origin, isBehind ? -1 : 1);
    engine.forms.rest(run.id, isBehind ? -1 : 1);
  }

  function finish(run: Run, end: RunEnd): void {
    if (run.end) return;
    const { node, overlay } = run.origin;
    run.end = end;
    engine.forms.follow(run);
    runs.delete(run.id);
    if (end.end === 'left') run.controller.abort();
    if (end.end === 'left' && node) busyAfterNavigation = [...busyAfterNavigation, node.instance];
    else if (!run.isBehind) markBusy(run.origin, -1);
    run.resolve?.(end);
    if (overlay !== undefined) engine.overlays.listEnded(overlay);
  }

  return {
    all,
    find,
    nextId: () => `run-${(count += 1)}`,
    add(run) {
      runs.set(run.id, run);
      markBusy(run.origin, 1);
    },
    setBehind,
    finish,
    stop() {
      for (const run of all()) finish(run, { end: 'left' });
    },
    isRunning: (origin) => find(origin) !== undefined,
    isRunningFor: ({ instance }) => all().some((run) => run.origin.node?.instance === instance),
    isRunningIn: (overlay) => all().some((run) => run.origin.overlay === overlay),
    standBehind(id) {
      const run = runs.get(id ?? '');
      if (run) setBehind(run, true);
    },
    confirm(opener, by) {
      const waiting = runs.get(opener ?? '');
      if (waiting?.begun === 'restored' && runs.get(by ?? '')?.begun === 'person') waiting.begun = 'person';
    },
    reserve(ids) {
      for (const id of ids) count = Math.max(count, Number(id.slice(id.lastIndexOf('-') + 1)) || 0);
    },
    resume() {
      const nodes = busyAfterNavigation;
      busyAfterNavigation = [];
      engine.store.change((draft) => {
        for (const instance of nodes) delete draft.busy[instance];
      });
    },
  };
}

function isSameList(one: Origin, other: Origin): boolean {
  return (
    one.list === other.list && one.node?.instance === other.node?.instance && one.overlay === other.overlay
  );
}
