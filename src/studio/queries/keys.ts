import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Interval of polls for data that colleagues change without an event, in ms. Polls pause while the window is hidden. */
export const POLL_MS = 5_000;

/** The keys of everything that is read from the server. Invalidating a key also invalidates the keys that begin with it. */
export const KEYS = {
  home: ['home'],
  /** The number of releases, requested changes, mentions and conflicts that wait for this person. */
  waiting: ['home', 'waiting'],
  /** A draft of which this browser has unsaved edits. */
  unsavedDraft: (draft: string) => ['home', 'unsaved', draft],
  mentions: ['mentions'],
  staff: ['staff'],
  assets: ['assets'],
  visitors: ['visitors'],
  comments: ['comments'],
  /** @param path - Path of the document. */
  commentsOn: (path: string) => ['comments', path],
  /** A document as JSON. @param hash - Of its text: the document of a hash never changes. */
  document: (path: string, hash: string) => ['document', path, hash],
  /** Versions of a document in releases. */
  history: (...paths: readonly string[]) => ['releases', 'history', ...paths],
  /** @param revision - Of the draft: each save changes the answer. */
  blame: (path: string, draft: string | undefined, revision: number) => ['blame', path, draft, revision],
  releases: ['releases'],
  overview: ['releases', 'overview'],
  releasePair: (older: string, newer: string) => ['releases', 'pair', older, newer],
  /** The release that was made of a draft, with its approvals. @param revision - Of the draft: each save changes the answer. */
  standing: (draft: string | undefined, revision: number | undefined) => [
    'releases',
    'standing',
    draft,
    revision,
  ],
  /** Grammar versions of the pages in use. */
  readers: ['releases', 'readers'],
  /** Documents of a release, which never change. */
  releaseFiles: (release: string) => ['release files', release],
  pictureReviews: (draft: string | undefined) => ['picture reviews', draft],
  links: (draft: string | undefined) => ['links', draft],
  fixtures: ['fixtures'],
  /** A compiled draft, or the live release. @param version - Changes with each save. */
  project: (draft: string | undefined, version: string) => ['project', draft, version],
  draftChanges: (draft: string, version: string) => ['draft changes', draft, version],
} as const satisfies { readonly [name: string]: QueryKey | ((...of: never[]) => QueryKey) };

/** Stores the answer to a change. The answers to earlier requests are dropped. */
export async function putAnswer<T>(client: QueryClient, queryKey: QueryKey, answer: T): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
}

/** Reads again all data that depends on releases. Resolves when the shown data is read. Never rejects. */
export async function refreshReleases(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEYS.releases }),
    client.invalidateQueries({ queryKey: KEYS.waiting }),
  ]);
}
