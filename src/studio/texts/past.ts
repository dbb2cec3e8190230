import type { DocumentVersion } from '#src/shared/registry/document-history.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { VERSIONS } from '../answers.ts';
import { type Ask, createApi, readAs } from '../api.ts';

/** Earlier versions of documents. */
export interface Past {
  /** The draft's base version and earlier ones, newest first; each is loaded on demand. */
  before(path: string): AsyncGenerator<{ readonly text: string; readonly at: number }>;
}

/** Maximum number of versions to search. A change before them gets the time of the oldest of them. */
const MOST = 100;

/** @param base - The base of the draft. */
export function openPast(ask: Ask, base: readonly SourceFile[]): Past {
  const { readText } = createApi(ask);
  const begun = new Map(base.map(({ path, text }) => [path, text]));
  const listed = new Map<string, Promise<readonly DocumentVersion[]>>();
  const read = new Map<string, Promise<string | null>>();

  function once<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const found = known.get(key) ?? find();
    known.set(key, found);
    // Do not cache an error.
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
        // Skip versions that are newer than the draft's base.
        isPast ||= text === first;
        if (isPast && text === null) return;
        if (isPast && text !== null) yield { text, at };
      }
      if (!isPast) yield { text: first, at: 0 };
    },
  };
}
