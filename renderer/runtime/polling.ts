import { evaluate } from '../plan/evaluate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { Engine } from './ports/engine.ts';

/**
 * How often a page that is hidden or offline is looked at, in ms. The browser slows the timers of a hidden page, so this
 * costs little.
 */
const LOOK_MS = 1_000;

/**
 * Reads data with `every` again. Loaded only for plans that need it (`uses.rare`).
 *
 * @returns a function that ends it.
 */
export function startPolling(engine: Engine): () => void {
  const stops = Object.entries(engine.plan.data).map(([name, { every }]) =>
    every === undefined ? () => {} : poll(engine, name, every),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function poll(
  { data, navigation, scope, services, store }: Engine,
  name: string,
  { seconds, times, until }: NonNullable<ResourcePlan['every']>,
): () => void {
  let left = times;
  let cancel = () => {};
  let isStopped = false;
  const isDone = () => left === 0 || (until !== undefined && evaluate(until, scope) === true);
  const isPaused = () => services.isHidden?.() || !store.get().device.online || navigation.isLeaving;

  function readAgain(): void {
    if (isPaused()) {
      cancel = services.clock.after(LOOK_MS, readAgain);
      return;
    }
    if (isDone()) return;
    left -= 1;
    void data.reload([name], true).then(follow);
  }

  /** Runs when a reading begins or ends, whoever began it. */
  function follow(): void {
    cancel();
    if (isStopped) return;
    const resource = store.get().data[name];
    // Other inputs, or nothing read yet: the first reading has its own error state.
    if (resource?.value === undefined) left = times;
    else if (resource.phase !== 'reading' && !isDone())
      cancel = services.clock.after(seconds * 1_000, readAgain);
  }

  const unfollow = store.subscribe([`data.${name}`], follow);
  follow();
  return () => {
    isStopped = true;
    unfollow();
    cancel();
  };
}
