import * as v from 'valibot';
import type { DraftNews, Present } from '#src/shared/registry/draft-news.ts';
import type { Ask } from '../api.ts';
import type { Autosave } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';

/** The message of the server: `src/server/drafting/presence.ts`. */
const DRAFT_NEWS: v.GenericSchema<unknown, DraftNews> = v.pipe(
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

/** What is heard of a draft while it is open: who else is in it, and that something was saved or said. */
export interface News {
  readonly subscribe: (listener: () => void) => () => void;
  /** Undefined until something was heard. */
  readonly snapshot: () => DraftNews | undefined;
  /** This page's name among those that are present. */
  readonly page: string;
  /** Says where this person is; undefined: at the draft as a whole. */
  beAt(place: Selection | undefined): void;
  close(): void;
}

/** The server believes it for half a minute. */
const AGAIN_MS = 10_000;
/** Somebody who walks through the outline is nowhere yet. */
const REST_MS = 300;
/** Delay before a closed connection is opened again, in ms. */
const RECONNECT_MS = 2_000;

/** What of the browser it listens with. */
export interface Ears {
  open(address: string): EventSource;
}

/** Hears of the draft that is being saved, as soon as there is one; what others saved is followed. */
export function hearNews(
  autosave: Pick<Autosave, 'subscribe' | 'snapshot' | 'follow'>,
  ask: Ask,
  { open }: Ears = { open: (address) => new EventSource(address) },
): News {
  const page = Math.random().toString(36).slice(2, 14);
  const listeners = new Set<() => void>();
  let draft: string | undefined;
  let news: DraftNews | undefined;
  let source: EventSource | undefined;
  let place: Selection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  function say(): void {
    clearTimeout(timer);
    if (draft === undefined || document.hidden) return;
    timer = setTimeout(say, AGAIN_MS);
    const body = place === undefined ? {} : { path: place.file, pointer: place.pointer };
    // It is said again soon.
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
    // Who is signed out sees so by the next save; what is here stays to be read.
    opened.addEventListener('ended', rest);
    opened.addEventListener('error', () => {
      // A broken connection is made again by the browser; an answer of somebody between us is not.
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

  /** A page out of sight holds no connection, of which a browser has few for one server. */
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
