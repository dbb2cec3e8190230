import { type ReleaseDocument, releaseAddress, withoutPicture } from '#src/shared/release.ts';
import { composeDocument, type KeptKind, makeKept, openKept, readDocument, storeKept } from './kept.ts';

export interface KeeperOptions {
  readonly storage: CacheStorage;
  readonly get: typeof fetch;
  /** Addresses of the built page's scripts and styles. */
  readonly files: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What the service worker keeps, and what it answers with it. */
export interface Keeper {
  /** Whether a document may be shown: it is whole, and knows no less of publishing than what was kept. */
  accepts(html: string): Promise<boolean>;
  /** Keeps the release of a document, when all of it has arrived; until then what was kept before stays. */
  keep(html: string, headers: Headers): Promise<void>;
  /** The document of a path; undefined where nothing was kept that can be read. */
  answer(path: string): Promise<Response | undefined>;
  /** Whether there is anything to answer with. */
  isReady(): Promise<boolean>;
  /** A built file or a picture that never changes. */
  answerFile(request: Request | string): Promise<Response>;
}

/** Built files and pictures, by address. */
export const FILES_CACHE = 'capiz-files';
const CODE = /\.(js|css)$/;
const ADDRESS = /\/capiz\/assets\/[\w.-]+/g;
const KINDS: readonly KeptKind[] = ['good', 'bundled'];
/** Pictures that stay, of those that came last. */
const MOST_PICTURES = 80;

export function createKeeper({ storage, get, files, now }: KeeperOptions): Keeper {
  /** Of what is kept; read once in a worker's life, which is short. */
  let version: Promise<number | undefined> | undefined;

  function readVersion(): Promise<number | undefined> {
    version ??= openKept('good', storage).then((kept) => kept?.given.version);
    return version;
  }

  async function isCurrent(document: ReleaseDocument | undefined): Promise<boolean> {
    return document !== undefined && document.version >= ((await readVersion()) ?? 0);
  }

  async function answerFile(request: Request | string): Promise<Response> {
    const cache = await storage.open(FILES_CACHE).catch(() => undefined);
    const known = await cache?.match(request);
    if (known !== undefined) return known;
    const reply = await get(request);
    // A page of somebody between us and the server is no file of ours.
    const type = reply.headers.get('Content-Type') ?? '';
    if (reply.ok && !type.startsWith('text/html'))
      await cache?.put(request, reply.clone()).catch(() => undefined);
    return reply;
  }

  async function keepOne(kind: KeptKind, html: string, headers: Headers, name: string): Promise<void> {
    const before = await openKept(kind, storage);
    const after = readDocument(html);
    const isSame = (text: string) =>
      [...text.matchAll(ADDRESS)].every(([file]) => before?.html.includes(file));
    if (before?.name === name && before.given.version === after?.version && isSame(html)) return;
    const reply = await get(releaseAddress(name));
    const kept = reply.ok && (await makeKept(html, headers, await reply.arrayBuffer(), name, now()));
    if (!kept) return;
    const named = `${html} ${JSON.stringify(kept.whole)}`.match(ADDRESS) ?? [];
    for (const file of new Set([...named, ...files])) {
      const { ok } = await answerFile(file);
      if (!ok && CODE.test(file)) return;
    }
    await storeKept(kind, kept, storage);
    if (kind === 'good') version = Promise.resolve(kept.given.version);
  }

  /** What neither of the two needs any more. */
  async function tidy(): Promise<void> {
    const kept = await Promise.all(KINDS.map((kind) => openKept(kind, storage)));
    const needed = kept.map((one) => one?.html ?? '').join(' ');
    const cache = await storage.open(FILES_CACHE);
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const old = paths.filter((path) => CODE.test(path) && !files.includes(path) && !needed.includes(path));
    const pictures = paths.filter((path) => !CODE.test(path)).slice(0, -MOST_PICTURES);
    await Promise.all([...old, ...pictures].map((path) => cache.delete(path)));
  }

  return {
    accepts: (html) => isCurrent(readDocument(html)),
    async keep(given, headers) {
      const html = withoutPicture(given);
      const document = readDocument(html);
      if (document === undefined || !(await isCurrent(document))) return;
      // Nothing is fetched for a device that can store nothing.
      await storage.open(FILES_CACHE);
      await keepOne('good', html, headers, document.name);
      await keepOne('bundled', html, headers, document.bundled ?? document.name);
      await tidy();
    },
    async answer(path) {
      for (const kind of KINDS) {
        const kept = await openKept(kind, storage);
        if (kept !== undefined) return composeDocument(kept, path, kind, now());
      }
      return undefined;
    },
    isReady: async () => (await readVersion()) !== undefined,
    answerFile,
  };
}
