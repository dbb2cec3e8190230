import * as v from 'valibot';
import type { StoragePort } from '#renderer/engine.ts';

/** An integer stored as digits. */
export const STORED_NUMBER = v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number), v.safeInteger());

/** Reading `window.localStorage` itself throws if storage is blocked. */
export function findStorage(window: Window, kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

/** The browser's storage as the engine's port. Every call may throw, and the engine handles that. */
export function createStoragePort(storage: Storage | undefined): StoragePort {
  function need(): Storage {
    if (storage === undefined) throw new Error('Storage is blocked.');
    return storage;
  }
  return {
    get: (key) => need().getItem(key) ?? undefined,
    set: (key, text) => need().setItem(key, text),
    remove: (key) => need().removeItem(key),
    keys: () => Object.keys(need()),
  };
}
