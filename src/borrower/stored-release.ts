import * as v from 'valibot';
import {
  RELEASE_DOCUMENT,
  RELEASE_ELEMENT_ID,
  type ReleaseDocument,
  WHOLE_RELEASE,
  writeInlineJson,
} from '#src/shared/release.ts';
import { nameOf } from './genuine.ts';
import { openWhole, parse } from './open-release.ts';
import { parseRelease } from './release.ts';

/** `good`: the last complete release. `bundled`: the release of the page's bundle, if the good one cannot be read. */
export type StoredReleaseKind = 'good' | 'bundled';

/** Data to render screens without a server. No reply of the loan service and no borrower data. */
const KEPT = v.object({
  /** The release's document, without its own screen's data. */
  html: v.string(),
  /** Headers of the document, including its content security policy. */
  headers: v.array(v.tuple([v.string(), v.string()])),
  /** Milliseconds since the epoch, by this device's clock. */
  receivedAt: v.number(),
  /** Other data of the document. */
  given: v.pick(RELEASE_DOCUMENT, ['demo', 'version']),
  name: v.string(),
  whole: WHOLE_RELEASE,
});
export type StoredRelease = Readonly<v.InferOutput<typeof KEPT>>;

const CACHE = 'capiz-kept';
const SEAL = 'Capiz-Seal';

function addressOf(kind: StoredReleaseKind): string {
  return `/capiz/kept/${kind}`;
}

/** Stored as one response in one cache, so that it is replaced completely or not at all. */
export async function storeRelease(
  kind: StoredReleaseKind,
  kept: StoredRelease,
  storage: CacheStorage,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  const answer = new Response(bytes, { headers: { [SEAL]: await nameOf(bytes.buffer) } });
  await (await storage.open(CACHE)).put(addressOf(kind), answer);
}

/** Undefined if nothing is stored, storage fails, or the bytes were changed. */
export async function openStoredRelease(
  kind: StoredReleaseKind,
  storage?: CacheStorage,
): Promise<StoredRelease | undefined> {
  try {
    // Outside of secure contexts `caches` does not exist, and reading it throws.
    const answer = await (await (storage ?? caches).open(CACHE)).match(addressOf(kind));
    const bytes = await answer?.arrayBuffer();
    if (bytes === undefined || (await nameOf(bytes)) !== answer?.headers.get(SEAL)) return undefined;
    return v.parse(KEPT, parse(bytes));
  } catch {
    return undefined;
  }
}

/** The element with the release, as `src/server/delivery/document.ts` writes it. */
const RELEASE = new RegExp(
  `(<script type="application/json" data-release="[0-9a-f]{10}") id="${RELEASE_ELEMENT_ID}">(.*?)</script>`,
  's',
);

/** The release of a document; undefined for any other response. */
export function readDocument(html: string): ReleaseDocument | undefined {
  const json = RELEASE.exec(html)?.[2];
  // A truncated document has no end tag.
  if (json === undefined || !html.trimEnd().endsWith('</html>')) return undefined;
  return parseRelease(json);
}

/** The stored form of a document whose release is complete. */
export async function makeStoredRelease(
  html: string,
  headers: Headers,
  whole: ArrayBuffer,
  name: string,
  receivedAt: number,
): Promise<StoredRelease | undefined> {
  const document = readDocument(html);
  const opened = document && (await openWhole(whole, name));
  if (opened === undefined || opened.language !== document?.language) return undefined;
  const { demo, version } = document;
  // Headers of the bytes on the wire, which do not apply to the stored text.
  const wire = /^(content-encoding|content-length|vary|set-cookie|etag)$/;
  return {
    html: html.replace(RELEASE, '$1 id="capiz-release"></script>'),
    headers: [...headers].filter(([header]) => !wire.test(header)),
    receivedAt,
    given: { demo, version },
    name,
    whole: opened,
  };
}

/** The document of a path, composed from the stored one. */
export function composeDocument(
  { html, headers, receivedAt, given, name, whole }: StoredRelease,
  path: string,
  kind: StoredReleaseKind,
  now: number,
): Response {
  const { language, app, screens, plans } = whole;
  const named = Object.entries(app.plan.screens).find(([, { paths }]) => paths.includes(path))?.[0];
  const screen = named ?? app.plan.special?.unknown ?? '';
  const plan = plans[screens[screen] ?? ''];
  const document: ReleaseDocument = {
    language,
    app,
    screens,
    name,
    ...given,
    ...(plan && { first: { screen, plan } }),
  };
  const hours = Math.round((now - receivedAt) / 3_600_000);
  // Pages of earlier builds derive their clock from `data-received`.
  const marks = `data-received="${receivedAt}" data-kept="${kind} ${hours} h"`;
  const body = html.replace(
    RELEASE,
    (_, tag: string) => `${tag} ${marks} id="${RELEASE_ELEMENT_ID}">${writeInlineJson(document)}</script>`,
  );
  return new Response(body, {
    status: named === undefined ? 404 : 200,
    headers: headers.map(([a, b]) => [a, b]),
  });
}
