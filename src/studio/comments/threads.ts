import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Thread } from '#src/shared/registry/comment.ts';
import { THREADS } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import { KEYS } from '../queries/keys.ts';
import { readDocument } from '../queries/read-document.ts';
import { whereIs } from './where.ts';

export type { Thread };

/** A thread about a document, with the document as it was when the thread began. */
export interface KnownThread extends Thread {
  readonly before: unknown;
}

/** A thread with the current pointer of its subject; undefined if the subject is gone. */
export interface PlacedThread extends KnownThread {
  readonly now: string | undefined;
}

const MOST = 200;

/** Threads about a document in all drafts, oldest first. @throws Refused. */
async function readThreads(client: QueryClient, ask: Ask, path: string): Promise<readonly KnownThread[]> {
  const { threads } = await readAs(
    THREADS,
    ask('GET', `/comments?path=${encodeURIComponent(path)}&limit=${MOST}`),
  );
  return Promise.all(
    threads.map(async (thread) => ({
      ...thread,
      before: await readDocument(client, ask, { path, hash: thread.content }),
    })),
  );
}

/** @param document - The current document, as JSON. */
export function placeThreads(threads: readonly KnownThread[], document: unknown): readonly PlacedThread[] {
  return threads.map((thread) => ({ ...thread, now: whereIs(thread.pointer, thread.before, document) }));
}

/** Reads the threads about a document. */
export function threadsQuery(ask: Ask, path: string) {
  return queryOptions({
    queryKey: KEYS.commentsOn(path),
    queryFn: ({ client }) => readThreads(client, ask, path),
  });
}
