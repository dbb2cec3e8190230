import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Chord, type KeyName, Keys, readKeys, writeKeys } from './keys.ts';

/** The keys of one person, kept in their browser. */
export interface KeyStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Keys;
  /** @param chord - Undefined: as it was first. */
  choose(name: KeyName, chord: Chord | undefined): void;
  /** Whether letters by themselves do something. */
  hearLetters(isOn: boolean): void;
  reset(): void;
}

/** @param storage - Undefined where nothing is kept. */
export function openKeys(
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
  person: string,
): KeyStore {
  const place = `capiz:studio:keys:${person}`;
  const listeners = new Set<() => void>();
  let keys = readKeys(storage?.getItem(place) ?? null);
  const have = (next: Keys): void => {
    keys = next;
    try {
      storage?.setItem(place, writeKeys(next));
    } catch {
      // A full storage keeps nothing: they are as chosen until the page is left.
    }
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => keys,
    choose(name, chord) {
      const { [name]: _, ...others } = keys.chosen;
      have(new Keys(chord === undefined ? others : { ...others, [name]: chord }, keys.hearLetters));
    },
    hearLetters: (isOn) => have(new Keys(keys.chosen, isOn)),
    reset: () => have(new Keys({})),
  };
}

/** Without one of a person's, keys are as they are first. */
export const KeysContext = createContext(openKeys(undefined, ''));

export function useKeys(): Keys {
  const { subscribe, snapshot } = useContext(KeysContext);
  return useSyncExternalStore(subscribe, snapshot);
}
