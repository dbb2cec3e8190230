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

/** The last one that was all there; and the one that came with the page, for where that cannot be read. */
export type KeptKind = 'good' | 'bundled';

/** What screens are drawn of where nobody can be asked. No reply of the loan service, and nothing of a borrower. */
const KEPT = v.object({
  /** The document that it came with, without what it said of its own screen. */
  html: v.string(),
  /** Of that document; its policy above all. */
  headers: v.array(v.tuple([v.string(), v.string()])),
  /** Milliseconds since the epoch, by this device's clock. */
  receivedAt: v.number(),
  /** What the document said beside its screens. */
  given: v.pick(RELEASE_DOCUMENT, ['demo', 'version']),
  name: v.string(),
  whole: WHOLE_RELEASE,
});
export type Kept = Readonly<v.InferOutput<typeof KEPT>>;

const CACHE = 'capiz-kept';
const SEAL = 'Capiz-Seal';

function addressOf(kind: KeptKind): string {
  return `/capiz/kept/${kind}`;
}

/** One answer in one cache: it is replaced as a whole or not at all. */
export async function storeKept(kind: KeptKind, kept: Kept, storage: CacheStorage): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  const answer = new Response(bytes, { headers: { [SEAL]: await nameOf(bytes.buffer) } });
  await (await storage.open(CACHE)).put(addressOf(kind), answer);
}

/** Nothing where nothing was kept, storage fails, or it is not what was stored any more. */
export async function openKept(kind: KeptKind, storage?: CacheStorage): Promise<Kept | undefined> {
  try {
    // Outside of secure contexts there is none, and to name it is an error.
    const answer = await (await (storage ?? caches).open(CACHE)).match(addressOf(kind));
    const bytes = await answer?.arrayBuffer();
    if (bytes === undefined || (await nameOf(bytes)) !== answer?.headers.get(SEAL)) return undefined;
    return v.parse(KEPT, parse(bytes));
  } catch {
    return undefined;
  }
}

/** The element that holds the release, as `src/server/delivery/document.ts` writes it. */
const RELEASE = new RegExp(
  `(<script type="application/json" data-release="[0-9a-f]{10}") id="${RELEASE_ELEMENT_ID}">(.*?)</script>`,
  's',
);

/** What an answer carries as the page of a release; undefined for every other answer. */
export function readDocument(html: string): ReleaseDocument | undefined {
  const json = RELEASE.exec(html)?.[2];
  // What was cut off has no end.
  if (json === undefined || !html.trimEnd().endsWith('</html>')) return undefined;
  return parseRelease(json);
}

/** What is stored of a document whose release is all there. */
export async function makeKept(
  html: string,
  headers: Headers,
  whole: ArrayBuffer,
  name: string,
  receivedAt: number,
): Promise<Kept | undefined> {
  const document = readDocument(html);
  const opened = document && (await openWhole(whole, name));
  if (opened === undefined || opened.language !== document?.language) return undefined;
  const { demo, version } = document;
  // Those of the bytes on the wire, which these no longer are.
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

/** The document of a path, put together of what was kept. */
export function composeDocument(
  { html, headers, receivedAt, given, name, whole }: Kept,
  path: string,
  kind: KeptKind,
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
  // Pages of earlier builds compute their clock from when it was received.
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
