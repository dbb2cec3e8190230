import type { DocumentVersion } from '#src/shared/registry/document-history.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { VERSIONS } from '../answers.ts';
import { type Ask, createApi, readAs } from '../api.ts';

/** What documents said before a draft was begun. */
export interface Past {
  /** The version that the draft was made from, and those before it, the newest first, each read when it is asked for. */
  before(path: string): AsyncGenerator<{ readonly text: string; readonly at: number }>;
}

/** So many versions of a document are looked through: what is older is said to be as old as the last of them. */
const MOST = 100;

/** @param base - What the draft was begun from. */
export function openPast(ask: Ask, base: readonly SourceFile[]): Past {
  const { readText } = createApi(ask);
  const begun = new Map(base.map(({ path, text }) => [path, text]));
  const listed = new Map<string, Promise<readonly DocumentVersion[]>>();
  const read = new Map<string, Promise<string | null>>();

  function once<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const found = known.get(key) ?? find();
    known.set(key, found);
    // What was not reached is asked for again.
    found.catch(() => known.delete(key));
    return found;
  }
  const list = (path: string) =>
    once(listed, path, async () => {
      const query = new URLSearchParams({ path, limit: String(MOST) });
      const { versions } = await readAs(VERSIONS, ask('GET', `/history?${query}`));
      return versions;
    });

  return {
    async *before(path) {
      const first = begun.get(path);
      if (first === undefined) return;
      let isPast = false;
      for (const { content, at } of await list(path)) {
        const text = await once(read, `${path} ${content}`, () => readText(path, content));
        // What went live since the draft was begun is nothing that it was made from.
        isPast ||= text === first;
        if (isPast && text === null) return;
        if (isPast && text !== null) yield { text, at };
      }
      if (!isPast) yield { text: first, at: 0 };
    },
  };
}
