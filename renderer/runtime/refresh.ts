import type { LiveData } from './data.ts';
import type { Kept } from './kept.ts';
import type { DeviceFacts, LiveScreen } from './live.ts';
import type { Engine } from './ports/engine.ts';
import { isStopped, type ScreenStatus } from './screen-status.ts';

/** Every time zone's day starts on a quarter of an hour, so `today` changes at most this often. */
const QUARTER_MS = 15 * 60_000;

/** `device.today` at a time. */
export function quarterOf(now: number): number {
  return Math.floor(now / QUARTER_MS) * QUARTER_MS;
}

/** Reads data again and updates what changed while the page was in the background. */
export function createRefresh(
  engine: Engine,
  data: LiveData,
  kept: Kept,
  status: ScreenStatus,
  updateSurface: () => void,
): Pick<LiveScreen, 'retry' | 'pull' | 'resume' | 'setDevice'> {
  const { store, surface } = engine;

  function changeDevice(facts: Partial<DeviceFacts>): void {
    store.change((draft) => {
      Object.assign(draft.device, facts, { today: quarterOf(engine.services.clock.now()) });
    });
  }

  async function catchUp(): Promise<void> {
    kept.reload(store);
    changeDevice({});
    engine.navigation.resume();
    data.start();
    updateSurface();
    await data.refresh('resume');
    if (status.isClosed) return;
    engine.timers.resume();
    engine.intents.resume();
  }

  return {
    retry() {
      if (status.refusal === undefined) data.retry();
    },
    async pull() {
      if (surface.get().refreshing) return;
      surface.set({ refreshing: true });
      await data.refresh('pull');
      surface.set({ refreshing: false });
    },
    resume() {
      if (isStopped(status)) return;
      // One return fires several events: visible, pageshow, online.
      status.resuming ??= catchUp().finally(() => {
        status.resuming = undefined;
      });
    },
    setDevice(facts) {
      const wasOnline = store.get().device.online;
      changeDevice(facts);
      if (!wasOnline && facts.online && !isStopped(status)) void data.reload();
    },
  };
}
