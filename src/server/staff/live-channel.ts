import type { DraftNews } from '#src/shared/registry/draft-news.ts';
import { readNews } from '../drafting/presence.ts';
import type { Database } from '../registry/database.ts';
import { findOpen } from './sessions.ts';

/** What pages of staff's hear while they are open, each by a connection that stays open too. */
export interface LiveChannel {
  /**
   * The events of one page, as `text/event-stream`. The last one is `ended`, once the session is: by whatever server,
   * by the clock, or because it never was one.
   *
   * @param draft - That the page shows: `draft` tells of it, at once and whenever it is another (`DraftNews`).
   */
  open(secret: string | undefined, draft?: string): ReadableStream<Uint8Array>;
  /** So many pages are listening. */
  readonly size: number;
}

export interface LiveChannelOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The server is being stopped: pages ask the next one. */
  readonly ending?: AbortSignal;
}

interface Listener {
  readonly secret: string;
  readonly draft: string | undefined;
  /** What it was told of its draft last. */
  told: string;
  tell(text: string): void;
  close(): void;
}

/** How soon a page asks again when its connection breaks, milliseconds. */
const AGAIN_MS = 1_000;
const ENDED = 'event: ended\ndata: {}\n\n';
/** Says nothing: whoever stands between takes a connection on which nothing passes for dead. */
const PULSE = ':\n\n';

/**
 * Looks at the sessions of all open pages at once, whenever any server has changed something and every few seconds
 * besides. Looking does not keep a session alive: a page that nobody touches ends like any other.
 */
export function createLiveChannel({ database, now, ending }: LiveChannelOptions): LiveChannel {
  function tellNews(listener: Listener, news: DraftNews | undefined): void {
    const text = JSON.stringify(news ?? null);
    if (news === undefined || text === listener.told) return;
    listener.told = text;
    listener.tell(`event: draft\ndata: ${text}\n\n`);
  }
  const encoder = new TextEncoder();
  const listeners = new Set<Listener>();
  let looking = false;
  let isChanged = false;

  async function look(): Promise<void> {
    isChanged = true;
    if (looking) return;
    looking = true;
    try {
      // What changes meanwhile is looked at again: it may have been read before.
      while (isChanged && listeners.size > 0) {
        isChanged = false;
        const asked = [...listeners];
        const open = await findOpen(
          database,
          asked.map(({ secret }) => secret),
          now(),
        );
        const heard = asked.flatMap(({ secret, draft }) =>
          draft !== undefined && open.has(secret) ? [draft] : [],
        );
        const news = await readNews(database.queries, [...new Set(heard)], now());
        // Whoever has gone meanwhile cannot be told.
        for (const listener of asked.filter((one) => listeners.has(one))) {
          if (open.has(listener.secret)) {
            listener.tell(PULSE);
            tellNews(listener, news.get(listener.draft ?? ''));
          } else {
            listener.tell(ENDED);
            listener.close();
          }
        }
      }
    } catch {
      // A server that has lost its database: nobody can do anything there, and the next look finds out.
    } finally {
      looking = false;
    }
  }
  database.onChange(() => void look());
  ending?.addEventListener('abort', () => {
    for (const listener of listeners) listener.close();
  });

  return {
    open(secret, draft) {
      let listener: Listener | undefined;
      const forget = (): void => {
        if (listener !== undefined) listeners.delete(listener);
      };
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const tell = (text: string): void => controller.enqueue(encoder.encode(text));
          tell(`retry: ${AGAIN_MS}\n\n`);
          if (secret === undefined || ending?.aborted === true) {
            if (secret === undefined) tell(ENDED);
            controller.close();
            return;
          }
          listener = {
            secret,
            draft,
            told: '',
            tell,
            close() {
              forget();
              controller.close();
            },
          };
          listeners.add(listener);
          void look();
        },
        cancel: forget,
      });
    },
    get size() {
      return listeners.size;
    },
  };
}
