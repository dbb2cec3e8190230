import { useCallback, useEffect, useState } from 'react';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Thread } from '#src/shared/registry/comment.ts';
import { CONTENT, THREADS } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
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

/** Reads a document by the hash of its text, as JSON. @throws Refused. */
export async function readDocument(ask: Ask, hash: string, path: string): Promise<unknown> {
  const { base64 } = await readAs(CONTENT, ask('GET', `/contents/${hash}`));
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  return parseDocument(new TextDecoder().decode(bytes), path).document?.value;
}

/** Threads about a document in all drafts, oldest first. @throws Refused. */
export async function readThreads(ask: Ask, path: string): Promise<readonly KnownThread[]> {
  const { threads } = await readAs(
    THREADS,
    ask('GET', `/comments?path=${encodeURIComponent(path)}&limit=${MOST}`),
  );
  const hashes = [...new Set(threads.map(({ content }) => content))];
  const values = new Map(
    await Promise.all(hashes.map(async (hash) => [hash, await readDocument(ask, hash, path)] as const)),
  );
  return threads.map((thread) => ({ ...thread, before: values.get(thread.content) }));
}

/** @param document - The current document, as JSON. */
export function placeThreads(threads: readonly KnownThread[], document: unknown): readonly PlacedThread[] {
  return threads.map((thread) => ({ ...thread, now: whereIs(thread.pointer, thread.before, document) }));
}

/**
 * Loads the threads of a document.
 *
 * @param tag - Reloads the threads when it changes.
 */
export function useThreads(
  ask: Ask,
  path: string,
  tag: string,
): { readonly threads: readonly KnownThread[]; again(): Promise<void> } {
  const [known, setKnown] = useState<{ path: string; threads: readonly KnownThread[] }>();
  const again = useCallback(
    async () => setKnown({ path, threads: await readThreads(ask, path) }),
    [ask, path],
  );
  useEffect(() => {
    let isGone = false;
    readThreads(ask, path).then(
      (threads) => !isGone && setKnown({ path, threads }),
      // Keep the last list; the next comment reloads it.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [ask, path, tag]);
  return { threads: known?.path === path ? known.threads : NONE, again };
}

const NONE: readonly KnownThread[] = [];
