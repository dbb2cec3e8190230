import { draftsIn, type KeyValueStorage, memoryKey, recall } from './remembered.ts';
import type { Texts } from './server-draft.ts';

/** Edits of a draft that only this browser has. */
export interface UnsavedDraft {
  /** Empty if there is no draft yet. */
  readonly draft: string;
  /** The edited documents; null for a deleted one. */
  readonly texts: Texts;
}

/** The edits of a person that only this browser has. */
export interface UnsavedEdits {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => readonly UnsavedDraft[];
  /** Removes the edits of a draft. */
  drop(draft: string): void;
}

/** Reads the stored edits, and again when another tab of this browser changes them. */
export function openUnsavedEdits(storage: KeyValueStorage, name: string): UnsavedEdits {
  let now = read();
  const listeners = new Set<() => void>();

  function read(): readonly UnsavedDraft[] {
    return draftsIn(storage, name).flatMap((draft) => {
      const { texts = {}, kept = {} } = recall(storage, memoryKey(name, draft)) ?? {};
      const unsaved = Object.keys(kept).map((path) => [path, texts[path] ?? null]);
      return unsaved.length === 0 ? [] : [{ draft, texts: Object.fromEntries(unsaved) }];
    });
  }

  function update(): void {
    now = read();
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', update);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', update);
      };
    },
    snapshot: () => now,
    drop(draft) {
      storage.removeItem(memoryKey(name, draft));
      update();
    },
  };
}
