import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import { ActionFailure } from './action.ts';
import { own } from './lists.ts';
import { hasIntents } from './page-storage.ts';
import type { Acts, CriticalCall, Engine, IntentPort, Origin, OverlayPort } from './ports.ts';

let here: Acts | undefined;

/** Fetches the code of overlays and critical calls, once; what could not be fetched is tried again at the next call. */
export async function fetchActs(): Promise<Acts> {
  here ??= (await import('./acts.ts')).acts;
  return here;
}

/**
 * Overlays and critical calls, whose code is fetched when somebody first acts, or when a screen that has stood for a while
 * prepares for it: no first picture needs them. A list that comes to one before its code is there waits for it, as it waits for
 * an answer; where the code cannot be fetched the action fails as a call does of which nothing was sent.
 */
export const lazyActs: Acts = {
  createIntents: (engine) => here?.createIntents(engine) ?? createLazyIntents(engine),
  createOverlays: (engine) => here?.createOverlays(engine) ?? createLazyOverlays(engine),
};

/**
 * Waits for code that an action needs.
 *
 * @throws ActionFailure where it cannot be fetched, as of a call of which nothing was sent.
 */
export async function needCode<Module>(engine: Engine, coming: Promise<Module>): Promise<Module> {
  try {
    return await coming;
  } catch {
    throw codeLost(engine);
  }
}

function codeLost(engine: Engine): ActionFailure {
  const { online } = engine.store.get().device;
  return new ActionFailure({ kind: online ? 'network' : 'offline', code: 'code/lost' }, true);
}

function createLazyIntents(engine: Engine): IntentPort {
  let port: IntentPort | undefined;
  const need = async () => {
    const { createIntents } = await needCode(engine, fetchActs());
    port ??= createIntents(engine);
    return port;
  };
  async function needToSend(): Promise<IntentPort> {
    try {
      // Who taps while offline means now, and not when the network brings the code.
      if (!engine.store.get().device.online) throw codeLost(engine);
      return await need();
    } catch (failure) {
      // "Nothing was sent" would be a lie while nobody knows how a send before it ended.
      throw hasIntents(engine.services)
        ? new ActionFailure({ kind: 'unknown', code: 'intent/lost' })
        : failure;
    }
  }
  async function sendLater(call: CriticalCall): Promise<Value | undefined> {
    const intents = await needToSend();
    // Who left the screen meanwhile has seen nothing begin: now nothing does.
    if (call.signal.aborted) throw new ActionFailure({ kind: 'refused', code: 'intent/left' });
    return intents.send(call);
  }
  return {
    send: (call) => (port === undefined ? sendLater(call) : port.send(call)),
    resume() {
      if (port !== undefined) port.resume();
      // Without the code nobody hears how it ended; the next return asks.
      else if (hasIntents(engine.services)) need().then((intents) => intents.resume(), ignore);
    },
    holdBack: () => port?.holdBack() ?? false,
  };
}

function createLazyOverlays(engine: Engine): OverlayPort {
  let port: OverlayPort | undefined;
  /** Overlays of this visit, as they were saved. */
  let saved: Value | null = null;
  let isOpening = false;

  async function need(): Promise<OverlayPort> {
    const { createOverlays } = await needCode(engine, fetchActs());
    if (port === undefined) {
      port = createOverlays(engine);
      port.restore(saved);
    }
    return port;
  }
  /** Of overlays that are still to be opened it is said in its turn; of none there is nothing to say. */
  function soon(say: (overlays: OverlayPort) => void): void {
    if (port !== undefined) say(port);
    else if (isOpening) need().then((overlays) => engine.store.batch(() => say(overlays)), ignore);
  }
  async function openLater(id: string, origin: Origin): Promise<void> {
    isOpening = true;
    const overlays = await need();
    if (engine.navigation.isLeaving) throw new ActionFailure({ kind: 'dismissed' });
    await engine.store.batch(() => overlays.open(id, origin));
  }

  return {
    open(id, origin) {
      if (port !== undefined) return port.open(id, origin);
      // Before any other, one whose condition does not hold is passed over at once, and needs no code for it.
      const visible = own(engine.plan.overlays, id)?.visible;
      const isSkipped = !isOpening && visible !== undefined && evaluate(visible, origin.scope) === false;
      return isSkipped ? undefined : openLater(id, origin);
    },
    openerOf: (origin) => port?.openerOf(origin),
    close: (origin) => soon((overlays) => overlays.close(origin)),
    dismiss: (origin) => soon((overlays) => overlays.dismiss(origin)),
    dismissTop: () => port?.dismissTop() ?? false,
    rejoin: (run) => port?.rejoin(run),
    abandon: (run) => soon((overlays) => overlays.abandon(run)),
    listEnded: (key) => soon((overlays) => overlays.listEnded(key)),
    dropAbandoned: (list) => soon((overlays) => overlays.dropAbandoned(list)),
    save() {
      if (port !== undefined) return port.save();
      const lists = engine.runner.save();
      return saved ?? (lists.length === 0 ? null : { open: [], lists });
    },
    restore(unrestored) {
      if (typeof unrestored !== 'object' || unrestored === null) return;
      // What a visit saved is JSON.
      saved = unrestored as Value;
      // Without the code they stay saved, and the next overlay brings them.
      need().catch(ignore);
    },
  };
}

function ignore(): void {}
