import { messageOf } from '#src/shared/message-of.ts';
import { createForwarder } from '../forwarder.ts';
import { type Definitions, makeReleaseParts } from '../project.ts';
import type { ReleaseParts } from '../delivery/release-source.ts';
import { readCompiled } from './compiled.ts';
import { DamagedContent } from './contents.ts';
import type { Queries } from './database.ts';
import { readFiles } from './manifests.ts';

/**
 * Loaded definitions, or why this server cannot serve them. Only the loader decides that, not the rules of the
 * checker.
 */
export type Loaded<T> =
  | { readonly is: 'loaded'; readonly value: T }
  | { readonly is: 'unservable'; readonly why: string };

/** Loads definitions as a server does before it serves them. */
export function load(
  definitions: Definitions,
  make: (definitions: Definitions) => ReleaseParts,
): Loaded<ReleaseParts> {
  try {
    const parts = make(definitions);
    // Routes are compiled at the first request. Match one now, because a bad route would fail all requests.
    createForwarder({ contracts: parts.contracts, upstream: NOWHERE }).router.match('GET', '/');
    return { is: 'loaded', value: parts };
  } catch (error) {
    return { is: 'unservable', why: messageOf(error) };
  }
}

const NOWHERE = new URL('http://127.0.0.1');

/** Why no server could serve these definitions; undefined if a server can. */
export function whyUnservable(definitions: Definitions): string | undefined {
  const loaded = load(definitions, (given) => makeReleaseParts(given, [], true));
  return loaded.is === 'unservable' ? loaded.why : undefined;
}

/** The compiled content of a release, with its documents and images. */
export async function readDefinitions(queries: Queries, hash: string): Promise<Definitions> {
  return { ...(await readCompiled(queries, hash)), files: await readFiles(queries, hash) };
}

/** Like `load`, for a release of the registry. @throws the error of the database if it cannot be read now. */
export async function loadRelease<T>(
  queries: Queries,
  hash: string,
  make: (definitions: Definitions) => Loaded<T>,
): Promise<Loaded<T>> {
  try {
    return make(await readDefinitions(queries, hash));
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    return { is: 'unservable', why: error.message };
  }
}

/** Why a release cannot be served; undefined if it can. */
export async function whyReleaseUnservable(queries: Queries, hash: string): Promise<string | undefined> {
  const loaded = await loadRelease(queries, hash, (definitions) =>
    load(definitions, (given) => makeReleaseParts(given, [], true)),
  );
  return loaded.is === 'unservable' ? loaded.why : undefined;
}
