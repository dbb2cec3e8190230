import { createContext, useContext, useSyncExternalStore } from 'react';
import { Keys, readKeys, writeKeys } from './keys.ts';

/** The keyboard settings of one person, stored in their browser. */
export interface KeyStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Keys;
  /** Whether letters, digits and signs act without a modifier. */
  acceptLetters(isOn: boolean): void;
}

/** @param storage - Undefined stores nothing. */
export function openKeys(
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
  person: string,
): KeyStore {
  const path = `capiz:studio:keys:${person}`;
  const listeners = new Set<() => void>();
  let keys = readKeys(storage?.getItem(path) ?? null);
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => keys,
    acceptLetters(isOn) {
      keys = new Keys(isOn);
      try {
        storage?.setItem(path, writeKeys(keys));
      } catch {
        // The storage is full: the setting lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
  };
}

export const KeysContext = createContext(openKeys(undefined, ''));

export function useKeys(): Keys {
  const { subscribe, snapshot } = useContext(KeysContext);
  return useSyncExternalStore(subscribe, snapshot);
}
