import { BORROWER_DATA_ID, BORROWER_HEADER, releaseAddress, withoutPicture } from '#src/shared/release.ts';
import {
  composeDocument,
  type StoredReleaseKind,
  makeStoredRelease,
  openStoredRelease,
  readDocument,
  storeRelease,
} from './stored-release.ts';

export interface OfflineDocumentsOptions {
  readonly storage: CacheStorage;
  readonly get: typeof fetch;
  /** Addresses of the built page's scripts and styles. */
  readonly files: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Storage of the service worker, and the answers from it. */
export interface OfflineDocuments {
  /** Whether a document may be shown: it is complete and not older than the stored one. */
  accepts(html: string): Promise<boolean>;
  /** Whether a publishing version is not older than that of the stored document. */
  isCurrent(publishing: number): Promise<boolean>;
  /**
   * Stores the release of a document after all its files arrived; until then the former one stays. A document with
   * data of one borrower is refused.
   */
  keep(html: string, headers: Headers): Promise<void>;
  /** The document of a path; undefined if no readable one is stored. */
  answer(path: string): Promise<Response | undefined>;
  /** Whether a document is stored. */
  isReady(): Promise<boolean>;
  /** A built file or an image that never changes. */
  answerFile(request: Request | string): Promise<Response>;
}

/** Cache of built files and images, by address. */
export const FILES_CACHE = 'capiz-files';
const CODE = /\.(js|css)$/;
const ADDRESS = /\/capiz\/assets\/[\w.-]+/g;
const KINDS: readonly StoredReleaseKind[] = ['good', 'bundled'];
/** Maximum number of stored images; the newest stay. */
const MAX_IMAGES = 80;

function hasBorrowerData(html: string, headers: Headers): boolean {
  return headers.has(BORROWER_HEADER) || html.includes(`id="${BORROWER_DATA_ID}"`);
}

export function createOfflineDocuments({
  storage,
  get,
  files,
  now,
}: OfflineDocumentsOptions): OfflineDocuments {
  /** Publishing version of the stored release, read once per start of the worker. */
  let version: Promise<number | undefined> | undefined;

  function readVersion(): Promise<number | undefined> {
    version ??= openStoredRelease('good', storage).then((kept) => kept?.given.version);
    return version;
  }

  async function isCurrent(publishing: number | undefined): Promise<boolean> {
    return publishing !== undefined && publishing >= ((await readVersion()) ?? 0);
  }

  async function answerFile(request: Request | string): Promise<Response> {
    const cache = await storage.open(FILES_CACHE).catch(() => undefined);
    const known = await cache?.match(request);
    if (known !== undefined) return known;
    const reply = await get(request);
    // An HTML page here comes from a captive portal.
    const type = reply.headers.get('Content-Type') ?? '';
    if (reply.ok && !type.startsWith('text/html'))
      await cache?.put(request, reply.clone()).catch(() => undefined);
    return reply;
  }

  async function keepOne(
    kind: StoredReleaseKind,
    html: string,
    headers: Headers,
    name: string,
  ): Promise<void> {
    const before = await openStoredRelease(kind, storage);
    const after = readDocument(html);
    const isSame = (text: string) =>
      [...text.matchAll(ADDRESS)].every(([file]) => before?.html.includes(file));
    if (before?.name === name && before.given.version === after?.version && isSame(html)) return;
    const reply = await get(releaseAddress(name));
    const kept = reply.ok && (await makeStoredRelease(html, headers, await reply.arrayBuffer(), name, now()));
    if (!kept) return;
    const named = `${html} ${JSON.stringify(kept.whole)}`.match(ADDRESS) ?? [];
    for (const file of new Set([...named, ...files])) {
      const { ok } = await answerFile(file);
      if (!ok && CODE.test(file)) return;
    }
    await storeRelease(kind, kept, storage);
    if (kind === 'good') version = Promise.resolve(kept.given.version);
  }

  /** Removes the files that neither stored release needs. */
  async function tidy(): Promise<void> {
    const kept = await Promise.all(KINDS.map((kind) => openStoredRelease(kind, storage)));
    const needed = kept.map((one) => one?.html ?? '').join(' ');
    const cache = await storage.open(FILES_CACHE);
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const old = paths.filter((path) => CODE.test(path) && !files.includes(path) && !needed.includes(path));
    const pictures = paths.filter((path) => !CODE.test(path)).slice(0, -MAX_IMAGES);
    await Promise.all([...old, ...pictures].map((path) => cache.delete(path)));
  }

  return {
    isCurrent,
    accepts: (html) => isCurrent(readDocument(html)?.version),
    async keep(given, headers) {
      if (hasBorrowerData(given, headers)) return;
      const html = withoutPicture(given);
      const document = readDocument(html);
      if (document === undefined || !(await isCurrent(document.version))) return;
      // Fails early, before any fetch, if the device cannot store anything.
      await storage.open(FILES_CACHE);
      await keepOne('good', html, headers, document.name);
      await keepOne('bundled', html, headers, document.bundled ?? document.name);
      await tidy();
    },
    async answer(path) {
      for (const kind of KINDS) {
        const kept = await openStoredRelease(kind, storage);
        if (kept !== undefined) return composeDocument(kept, path, kind, now());
      }
      return undefined;
    },
    isReady: async () => (await readVersion()) !== undefined,
    answerFile,
  };
}
