import type { Context } from 'hono';
import type { AppOptions } from './app-options.ts';
import type { ContentWriter } from './content/content-writer.ts';
import type { Delivered } from './delivered.ts';
import { askedOf } from './delivery/asked.ts';
import { chromeFor } from './delivery/chrome.ts';
import { respond } from './delivery/compressed.ts';
import { chooseDocumentLanguage } from './delivery/language.ts';
import { isFetchedAhead, opensPage, writePageCookie } from './delivery/page-cookie.ts';
import type { Choice, ReleaseParts } from './delivery/release-source.ts';
import { COMMON_HEADERS, HTTPS_ALONE, INERT_POLICY, permissionsPolicy } from './delivery/security-headers.ts';
import type { StaticFile } from './delivery/static-files.ts';
import { addressOfAsked } from './delivery/caller-key.ts';
import { findWhole } from './delivery/whole-release.ts';
import { isHttps, referrerPolicyOf } from './staff/browser.ts';

type Headers = { readonly [name: string]: string };

const RELEASE = /^\/capiz\/releases\/([\w-]+)\.json$/;
const PLAN = /^\/capiz\/plans\/([\w-]+)\.json$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Headers of the service worker: its scope is the whole origin, and its requests follow this policy. */
const OF_SCRIPTS: Headers = {
  'Service-Worker-Allowed': '/',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
};
const OF_FILES: Headers = { 'Content-Security-Policy': INERT_POLICY };

/** For documents of screens that only demonstrations have. */
const DEVICE_POLICY = permissionsPolicy(['camera', 'geolocation']);

/** Headers of every response. They override the loan service's headers. */
export function createHeadersOfAll(
  { publicOrigin }: AppOptions,
  live: () => Delivered,
): (path: string) => Headers {
  const common = { ...COMMON_HEADERS, ...(isHttps(publicOrigin) && HTTPS_ALONE) };
  return (path) => {
    const referrers = referrerPolicyOf(path);
    if (referrers !== undefined) return { ...common, 'Referrer-Policy': referrers };
    return live().demoPaths.has(path) ? { ...common, 'Permissions-Policy': DEVICE_POLICY } : common;
  };
}

/** Finds the file of a release or of the built page at an address. */
export function createFileFinder({ releases, files }: AppOptions): (path: string) => StaticFile | undefined {
  /** Searches every release that an open page may use. */
  const find = <T>(look: (parts: ReleaseParts) => T | undefined): T | undefined => {
    for (const parts of releases.retained()) {
      const found = look(parts);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  function* all() {
    for (const { release } of releases.retained()) yield release;
    const bundled = releases.bundled?.();
    if (bundled) yield bundled.release;
  }
  return (path) => {
    const name = PLAN.exec(path)?.[1];
    const whole = name === undefined ? RELEASE.exec(path)?.[1] : undefined;
    const json =
      (name === undefined ? undefined : find(({ release }) => release.files.get(name))) ??
      (whole === undefined ? undefined : findWhole(all(), whole));
    return (
      (json && { content: json, type: 'application/json', isImmutable: true }) ??
      files.get(path) ??
      find(({ assets }) => assets.get(path))
    );
  };
}

export function answerWithFile(
  request: Request,
  { type, content, isImmutable, isDownload }: StaticFile,
): Response {
  return respond(request, content, 200, {
    'Content-Type': type,
    'Cache-Control': isImmutable ? IMMUTABLE : 'no-cache',
    ...(type.startsWith('text/javascript') ? OF_SCRIPTS : OF_FILES),
    ...(isDownload && { 'Content-Disposition': 'attachment' }),
  });
}

/** Writes the borrower's page for any address. */
export function createPageWriter(
  { releases, counts, proxies = 0, now = Date.now, publicOrigin }: AppOptions,
  deliver: (parts: ReleaseParts) => Delivered,
  contents: ContentWriter | undefined,
): (context: Context) => Response {
  const secure = isHttps(publicOrigin) ? '; Secure' : '';
  return (context) => {
    const asked = askedOf(context);
    const request = context.req.raw;
    const { query } = asked;
    const choice: Choice = releases.choose(asked);
    const { release, document, gallery, sessionNames, policy, service } = deliver(choice.parts);
    const { language, cookie } = chooseDocumentLanguage(
      release.app.plan.languages,
      query.get('lang'),
      asked.header('cookie'),
    );
    const head = gallery?.writeHead(query) ?? '';
    const more = { chrome: chromeFor(asked.header('user-agent')), version: choice.version };
    const cookies = [...(cookie === undefined ? [] : [cookie]), ...choice.cookies];
    if (!isFetchedAhead(request)) {
      const opens = opensPage(request);
      const counting = opens ? choice.counts : undefined;
      const tag = counting && counts?.tag(counting, addressOfAsked(asked, proxies));
      if (counting && tag) counts?.served(counting);
      if (opens && counts && choice.visitor) {
        counts.came(choice.visitor);
        cookies.push(choice.visitor.cookie);
      }
      cookies.push(writePageCookie(now(), tag));
    }
    // A cache would store an address that contains the borrower's session. Other documents contain no personal data;
    // for them `no-store` would only prevent Chromium from using its back/forward cache (measured).
    const namesBorrower = sessionNames.some((name) => query.has(name));
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': namesBorrower ? 'no-store' : 'no-cache',
      'Content-Security-Policy': policy,
      Vary: 'Cookie, Accept-Encoding',
    };
    const own =
      head === '' && namesBorrower
        ? contents?.answer(request, document.open(asked.path, language, more), service, headers)
        : undefined;
    const answer = own ?? answerForAll();
    function answerForAll(): Response {
      const { content, isKnown } = document.write(asked.path, language, { head, ...more });
      return respond(request, content, isKnown ? 200 : 404, headers);
    }
    // If borrowers use https, their cookies are sent only over https.
    for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie + secure);
    return answer;
  };
}
