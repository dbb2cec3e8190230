import type { Device } from '#src/shared/states.ts';

export interface SimulatedDevice {
  change(device: Device): void;
}

/**
 * Simulates the device before the page's script runs. Storage is empty and in memory, so that states are independent.
 */
export function createDevice(window: Window, first: Device): SimulatedDevice {
  let is: Device = first;
  for (const name of ['sessionStorage', 'localStorage'] as const) {
    const stored = name === 'localStorage' ? first.stored : undefined;
    Object.defineProperty(window, name, { configurable: true, value: createStorage(stored) });
  }
  Object.defineProperty(window.navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition(tell: (found: { coords: unknown }) => void, refuse: (why: Error) => void) {
        if (is.position === undefined) refuse(new Error('refused'));
        else tell({ coords: is.position });
      },
    },
  });
  Object.defineProperty(window.navigator, 'onLine', {
    configurable: true,
    get: () => is.offline !== true,
  });
  if (first.inApp === true) {
    const { userAgent } = window.navigator;
    Object.defineProperty(window.navigator, 'userAgent', {
      configurable: true,
      value: `${userAgent} MicroMessenger/8.0`,
    });
  }
  Object.defineProperty(window.navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: () =>
        is.refusesClipboard === true ? Promise.reject(new Error('refused')) : Promise.resolve(),
    },
  });
  enterShell();
  const viewport = window.visualViewport;
  if (first.keyboard !== undefined) openKeyboard();

  /** Simulates a keyboard: it reduces the visual viewport but not the layout. */
  function openKeyboard(): void {
    if (viewport === null) return;
    Object.defineProperty(viewport, 'height', {
      configurable: true,
      get: () => window.innerHeight - (is.keyboard ?? 0),
    });
    viewport.dispatchEvent(new Event('resize'));
  }

  function enterShell(): void {
    if (is.inShell !== true) return;
    const never = new Promise<never>(() => undefined);
    const messageHandlers = Object.fromEntries([
      ...(is.handlers ?? []).map((name) => [name, { postMessage: () => undefined }]),
      ...(is.unanswered ?? []).map((name) => [name, { postMessage: () => never }]),
    ]);
    Object.assign(window, { webkit: { messageHandlers } });
  }

  return {
    change(device) {
      is = { ...is, ...device };
      enterShell();
      if (device.keyboard !== undefined) openKeyboard();
      if (device.offline !== undefined)
        window.dispatchEvent(new Event(device.offline ? 'offline' : 'online'));
    },
  };
}

function createStorage(stored: Device['stored'] = {}): Storage {
  const values = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  };
}
