/** Gives the page storage of its own, in memory: that of a borrower on the same device is neither read nor changed. */
export function giveOwnStorage(window: Window): void {
  stand(window, 'localStorage', createStorage());
  stand(window, 'sessionStorage', createStorage());
  // The service worker caches releases for borrowers.
  stand(window.navigator, 'serviceWorker', undefined);
  // Discards reports and counts.
  stand(window.navigator, 'sendBeacon', () => true);
  Object.defineProperty(window.document, 'cookie', { configurable: true, get: () => '', set() {} });
}

function stand(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { configurable: true, value });
}

function createStorage(): Storage {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, String(text)),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at: number) => [...kept.keys()][at] ?? null,
  };
  return new Proxy(storage as Storage, {
    get: (target, name) => (name === 'length' ? kept.size : (Reflect.get(target, name) as unknown)),
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      typeof name === 'string' && kept.has(name)
        ? { value: kept.get(name), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}
