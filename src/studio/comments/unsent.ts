/** The unsent text of one comment box. It stays in this tab until it is sent, also over a reload. */
export interface Unsent {
  read(): string;
  /** @param text - An empty one is removed. */
  keep(text: string): void;
}

/** @param box - What is commented on, and by whom. */
export function unsentOf(storage: Storage, box: readonly string[]): Unsent {
  const key = JSON.stringify(['capiz-comment', ...box]);
  return {
    read: () => storage.getItem(key) ?? '',
    keep(text) {
      if (text === '') storage.removeItem(key);
      else
        try {
          storage.setItem(key, text);
        } catch {
          // The storage is full. The text is still in the box.
        }
    },
  };
}
