import type { DraftUpdate } from '#src/shared/registry/draft-update.ts';
import { readDraftUpdates } from '../drafting/presence.ts';
import type { Database } from '../registry/database.ts';
import { findOpen } from './sessions.ts';

/** Events for open staff pages, each over a connection that stays open. */
export interface LiveChannel {
  /**
   * The events of one page, as `text/event-stream`. The last one is `ended`, when the session has ended: on any
   * server, by timeout, or because it never existed.
   * @param draft - Sends `draft` events about this draft, at once and after changes (`DraftUpdate`).
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
  lastSent: string;
  send(text: string): void;
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
  function sendUpdate(listener: Listener, update: DraftUpdate | undefined): void {
    const text = JSON.stringify(update ?? null);
    if (update === undefined || text === listener.lastSent) return;
    listener.lastSent = text;
    listener.send(`event: draft\ndata: ${text}\n\n`);
  }
  const encoder = new TextEncoder();
  const listeners = new Set<Listener>();
  let isChecking = false;
  let isChanged = false;

  async function checkSessions(): Promise<void> {
    isChanged = true;
    if (isChecking) return;
    isChecking = true;
    try {
      // Repeats if something changed during the read, which may have returned the old state.
      while (isChanged && listeners.size > 0) {
        isChanged = false;
        const checked = [...listeners];
        const open = await findOpen(
          database,
          checked.map(({ secret }) => secret),
          now(),
        );
        const openDrafts = checked.flatMap(({ secret, draft }) =>
          draft !== undefined && open.has(secret) ? [draft] : [],
        );
        const update = await readDraftUpdates(database.queries, [...new Set(openDrafts)], now());
        // A page that has left during the check cannot receive events.
        for (const listener of checked.filter((one) => listeners.has(one))) {
          if (open.has(listener.secret)) {
            listener.send(PULSE);
            sendUpdate(listener, update.get(listener.draft ?? ''));
          } else {
            listener.send(ENDED);
            listener.close();
          }
        }
      }
    } catch {
      // The database is not reachable: no page can do anything, and the next check repeats.
    } finally {
      isChecking = false;
    }
  }
  database.onChange(() => void checkSessions());
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
          const send = (text: string): void => controller.enqueue(encoder.encode(text));
          send(`retry: ${AGAIN_MS}\n\n`);
          if (secret === undefined || ending?.aborted === true) {
            if (secret === undefined) send(ENDED);
            controller.close();
            return;
          }
          listener = {
            secret,
            draft,
            lastSent: '',
            send,
            close() {
              forget();
              controller.close();
            },
          };
          listeners.add(listener);
          void checkSessions();
        },
        cancel: forget,
      });
    },
    get size() {
      return listeners.size;
    },
  };
}
