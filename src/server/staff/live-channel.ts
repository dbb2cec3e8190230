import { type DraftNews, readNews } from '../drafting/presence.ts';
import type { Database } from '../registry/database.ts';
import { findOpen } from './sessions.ts';

/** Events for open staff pages, each over a connection that stays open. */
export interface LiveChannel {
  /**
   * The events of one page, as `text/event-stream`. The last one is `ended`, when the session has ended: on any
   * server, by timeout, or because it never existed.
   * @param draft - Sends `draft` events about this draft, at once and after changes (`DraftNews`).
   */
  open(secret: string | undefined, draft?: string): ReadableStream<Uint8Array>;
  /** Number of connected pages. */
  readonly size: number;
}

export interface LiveChannelOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Aborted when the server shuts down: pages reconnect to the next one. */
  readonly ending?: AbortSignal;
}

interface Listener {
  readonly secret: string;
  readonly draft: string | undefined;
  /** The last event about its draft. */
  told: string;
  tell(text: string): void;
  close(): void;
}

/** Delay of reconnects, in ms. */
const AGAIN_MS = 1_000;
const ENDED = 'event: ended\ndata: {}\n\n';
/** A comment, so that proxies do not close the idle connection. */
const PULSE = ':\n\n';

/**
 * Checks the sessions of all open pages, after every change on any server and every few seconds. The check does
 * not extend a session, so an unused page times out like any other.
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
      // Repeats if something changed meanwhile, because the old state may have been read.
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
        // A page that has left meanwhile cannot receive events.
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
      // The database is not reachable: no page can do anything, and the next check repeats.
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
