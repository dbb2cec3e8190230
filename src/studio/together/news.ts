import * as v from 'valibot';
import type { DraftUpdate, Present } from '#src/shared/registry/draft-update.ts';
import type { Ask } from '../api.ts';
import type { Autosave } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';

/** The message of the server: `src/server/drafting/presence.ts`. */
const DRAFT_NEWS: v.GenericSchema<unknown, DraftUpdate> = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    draft: v.string(),
    state: v.string(),
    revision: v.number(),
    comments: v.string(),
    present: v.array(
      v.object({
        name: v.string(),
        page: v.string(),
        path: v.exactOptional(v.string()),
        pointer: v.exactOptional(v.string()),
      }),
    ),
  }),
);

export type { Present };

/** Live updates about the open draft: who has it open, saves, and comments. */
export interface News {
  readonly subscribe: (listener: () => void) => () => void;
  /** Undefined before the first message. */
  readonly snapshot: () => DraftUpdate | undefined;
  /** Id of this page in the list of present pages. */
  readonly page: string;
  /** Publishes the person's selection; undefined: the whole draft. */
  beAt(place: Selection | undefined): void;
  close(): void;
}

/** Interval of presence messages, in ms. The server drops a page after 30 seconds without a message. */
const AGAIN_MS = 10_000;
/** Debounce of the selection, in ms. */
const REST_MS = 300;
/** Delay before a closed connection is opened again, in ms. */
const RECONNECT_MS = 2_000;

/** Browser API; tests replace it. */
export interface Ears {
  open(address: string): EventSource;
}

/** Listens to updates of the draft as soon as it exists, and passes other people's saves to `autosave`. */
export function hearNews(
  autosave: Pick<Autosave, 'subscribe' | 'snapshot' | 'follow'>,
  ask: Ask,
  { open }: Ears = { open: (address) => new EventSource(address) },
): News {
  const page = Math.random().toString(36).slice(2, 14);
  const listeners = new Set<() => void>();
  let draft: string | undefined;
  let news: DraftUpdate | undefined;
  let source: EventSource | undefined;
  let place: Selection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  function say(): void {
    clearTimeout(timer);
    if (draft === undefined || document.hidden) return;
    timer = setTimeout(say, AGAIN_MS);
    const body = place === undefined ? {} : { path: place.file, pointer: place.pointer };
    // A lost message does no harm: the next one follows soon.
    ask('PUT', `/drafts/${draft}/presence/${page}`, body).catch(() => undefined);
  }

  function leave(): void {
    clearTimeout(timer);
    if (draft !== undefined) ask('DELETE', `/drafts/${draft}/presence/${page}`).catch(() => undefined);
  }

  function rest(): void {
    clearTimeout(later);
    source?.close();
    source = undefined;
  }

  function listen(): void {
    rest();
    if (draft === undefined || document.hidden) return;
    const opened = open(`/capiz/staff/events?draft=${draft}`);
    source = opened;
    opened.addEventListener('draft', ({ data }: MessageEvent<string>) => {
      const read = v.safeParse(DRAFT_NEWS, data);
      if (!read.success) return;
      const heard = read.output;
      news = heard;
      const known = autosave.snapshot().draft?.revision ?? 0;
      if (heard.revision > known) autosave.follow(heard.revision);
      for (const listener of listeners) listener();
    });
    // Of a person who is signed out, the server refuses the next request, and the page stays readable.
    opened.addEventListener('ended', () => {
      rest();
      say();
    });
    opened.addEventListener('error', () => {
      // The browser reconnects after a broken connection, but not after an error response.
      if (opened.readyState === 2) later = setTimeout(listen, RECONNECT_MS);
    });
  }

  function begin(): void {
    const { draft: now } = autosave.snapshot();
    if (now === undefined || now.id === draft) return;
    draft = now.id;
    listen();
    say();
  }

  /** A hidden page closes its connection: browsers allow only a few per server. */
  function turn(): void {
    if (document.hidden) {
      rest();
      leave();
    } else {
      listen();
      say();
    }
  }

  const unsubscribe = autosave.subscribe(begin);
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', leave);
  begin();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => news,
    page,
    beAt(next) {
      place = next;
      clearTimeout(timer);
      timer = setTimeout(say, REST_MS);
    },
    close() {
      unsubscribe();
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', leave);
      rest();
      leave();
    },
  };
}
