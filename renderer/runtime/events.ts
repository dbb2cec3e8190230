import type { ActionPlan } from '../plan/plan.ts';
import { returnList } from './lists.ts';
import type { LiveNode, LiveScreen } from './live.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';
import { isStopped, type ScreenStatus } from './screen-status.ts';

/** Starts the lists of nodes' events. */
export function createEvents(engine: Engine, status: ScreenStatus): Pick<LiveScreen, 'emit'> {
  const { store, tree, runner, navigation } = engine;

  function isReadyFor(node: LiveNode): boolean {
    const { visible, enabled } = node.snapshot();
    const isBusy = (store.get().busy[node.instance] ?? 0) > 0 || runner.isRunningFor(node);
    return visible && enabled && !isBusy && !navigation.isLeaving;
  }

  function start(
    node: LiveNode,
    event: string,
    list: readonly ActionPlan[],
    seen?: Pick<Origin, 'amounts' | 'readings'>,
  ): void {
    const overlay = tree.overlayOf(node);
    // Return on the last field works like `submit`: the form is validated before its list runs.
    const place = isSend(node, event) ? 'return' : event;
    void runner.run(listOf(node, event, list), {
      scope: tree.scopeOf(node),
      node,
      event,
      ...(overlay !== undefined && { overlay }),
      ...seen,
      list: `node:${node.plan.id}:${place}`,
    });
  }

  /** After a return to the page, a tap waits until data is read again; the node is busy until then. */
  async function emitLater(
    node: LiveNode,
    event: string,
    tapped: readonly ActionPlan[],
    until: Promise<void>,
  ): Promise<void> {
    // The tap refers to the amounts that were shown when it happened.
    const amounts = runner.measure(listOf(node, event, tapped), tree.scopeOf(node));
    const readings = engine.data.readings();
    const count = (by: 1 | -1) =>
      store.change((draft) => {
        draft.busy[node.instance] = (draft.busy[node.instance] ?? 0) + by;
      });
    count(1);
    await until;
    store.batch(() => {
      count(-1);
      const list = node.plan.on?.[event];
      const isThere = tree.find(node.instance) === node && tree.isOpenToEvents(node);
      if (!status.isClosed && list && isThere && isReadyFor(node)) {
        start(node, event, list, { amounts, readings });
      }
    });
  }

  return {
    emit(node, event) {
      const list = node.plan.on?.[event];
      if (isStopped(status) || !list || !isReadyFor(node)) return;
      const { resuming } = status;
      if (resuming && sendsOrNavigates(list)) void emitLater(node, event, list, resuming);
      else start(node, event, list);
    },
  };
}

/**
 * Whether a list sends a request or navigates. Such a list must not start with data from before a return to the page.
 */
function sendsOrNavigates(list: readonly ActionPlan[]): boolean {
  return list.some(
    (action) =>
      GOING.has(action.do) ||
      [...(action.cases ?? []), ...(action.catch ?? [])].some(({ run }) => sendsOrNavigates(run)),
  );
}

const GOING: ReadonlySet<string> = new Set(['request', 'submit', 'go', 'leave', 'back']);

function isSend(node: LiveNode, event: string): boolean {
  return node.plan.type === 'form' && event === 'submit';
}

function listOf(node: LiveNode, event: string, list: readonly ActionPlan[]): readonly ActionPlan[] {
  return isSend(node, event) ? returnList(node.plan.id) : list;
}
