import type { Hono } from 'hono';
import { SCREEN_HEADER } from '#src/shared/release.ts';
import type { AppOptions } from './app.ts';
import type { Delivered } from './delivered.ts';
import type { Asked } from './delivery/asked.ts';
import { chromeFor } from './delivery/chrome.ts';
import { type Answer, type FlatHeaders, represent } from './delivery/compressed.ts';
import { chooseDocumentLanguage } from './delivery/language.ts';
import { isFetchedAhead, opensPage, writePageCookie } from './delivery/page-cookie.ts';
import type { Choice, ReleaseParts } from './delivery/release-source.ts';
import { COMMON_HEADERS, HTTPS_ALONE, INERT_POLICY, permissionsPolicy } from './delivery/security-headers.ts';
import type { StaticFile } from './delivery/static-files.ts';
import { addressOfAsked } from './delivery/who-asks.ts';
import { findWhole } from './delivery/whole-release.ts';
import { isHttps, referrerPolicyOf } from './staff/browser.ts';

/*
 * What this server has at hand: files of releases and the documents of screens. Said without the router's objects, as the
 * router and the port itself both answer with it.
 */

const RELEASE = /^\/capiz\/releases\/([\w-]+)\.json$/;
const PLAN = /^\/capiz\/plans\/([\w-]+)\.json$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const SCREEN_NAME = SCREEN_HEADER.toLowerCase();

/** The worker's scope is the whole origin, and its own policy holds for what it fetches. */
const OF_SCRIPTS: FlatHeaders = [
  ...['Service-Worker-Allowed', '/'],
  ...['Content-Security-Policy', "default-src 'none'; connect-src 'self'"],
];
const OF_FILES: FlatHeaders = ['Content-Security-Policy', INERT_POLICY];

/** Of documents of a demonstration's own screens. */
const DEVICE_POLICY = permissionsPolicy(['camera', 'geolocation']);

/** On every answer of this server; the loan service's own headers do not weaken them. */
export function createHeadersOfAll(
  { publicOrigin }: AppOptions,
  live: () => Delivered,
): (path: string) => FlatHeaders {
  const common = { ...COMMON_HEADERS, ...(isHttps(publicOrigin) && HTTPS_ALONE) };
  const ofAll = Object.entries(common).flat();
  const ofDemo = Object.entries({ ...common, 'Permissions-Policy': DEVICE_POLICY }).flat();
  return (path) => {
    const referrers = referrerPolicyOf(path);
    if (referrers !== undefined) return Object.entries({ ...common, 'Referrer-Policy': referrers }).flat();
    return live().demoPaths.has(path) ? ofDemo : ofAll;
  };
}

/** Whether an address is a screen's that is live, and no route or call comes before its page. */
export function createScreenPaths(
  app: Hono,
  { releases }: AppOptions,
  deliver: (parts: ReleaseParts) => Delivered,
): (asked: Asked) => boolean {
  const known = new WeakMap<Delivered, ReadonlySet<string>>();
  const find = ({ release }: Delivered): ReadonlySet<string> => {
    const paths = Object.values(release.app.plan.screens).flatMap((screen) => screen.paths);
    // What stands for all addresses is the page itself, or asks the three things below.
    const isOwn = (path: string) =>
      app.router.match('GET', path)[0].every(([[, { path: pattern }]]) => /^\/?\*$/.test(pattern));
    return new Set(paths.filter(isOwn));
  };
  return ({ path, header }) => {
    const live = deliver(releases.live());
    let screens = known.get(live);
    if (screens === undefined) {
      screens = find(live);
      known.set(live, screens);
    }
    if (!screens.has(path)) return false;
    for (const parts of releases.retained()) if (deliver(parts).callPaths.has(path)) return false;
    const screen = header(SCREEN_NAME);
    return releases.judge?.({ path, screen, cookies: header('cookie') }) === undefined;
  };
}

/** What a release or the built page has at an address. */
export function createFileFinder({ releases, files }: AppOptions): (asked: Asked) => Answer | undefined {
  /** Of any release of which a page may be open. */
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
  return (asked) => {
    const { path } = asked;
    const name = PLAN.exec(path)?.[1];
    const whole = name === undefined ? RELEASE.exec(path)?.[1] : undefined;
    const json =
      (name === undefined ? undefined : find(({ release }) => release.files.get(name))) ??
      (whole === undefined ? undefined : findWhole(all(), whole));
    const file =
      (json && { content: json, type: 'application/json', isImmutable: true }) ??
      files.get(path) ??
      find(({ assets }) => assets.get(path));
    return file && answerWithFile(asked, file);
  };
}

export function answerWithFile(asked: Asked, { type, content, isImmutable, isDownload }: StaticFile): Answer {
  return represent(asked, content, 200, [
    ...['Content-Type', type, 'Cache-Control', isImmutable ? IMMUTABLE : 'no-cache'],
    ...(type.startsWith('text/javascript') ? OF_SCRIPTS : OF_FILES),
    ...(isDownload ? ['Content-Disposition', 'attachment'] : []),
  ]);
}

/** The borrower's page at any address. */
export function createPageWriter(
  { releases, counts, proxies = 0, now = Date.now, publicOrigin }: AppOptions,
  deliver: (parts: ReleaseParts) => Delivered,
): (asked: Asked) => Answer {
  const secure = isHttps(publicOrigin) ? '; Secure' : '';
  return (asked) => {
    const { query } = asked;
    const choice: Choice = releases.choose(asked);
    const { release, document, gallery, sessionNames, policy } = deliver(choice.parts);
    const { language, cookie } = chooseDocumentLanguage(
      release.app.plan.languages,
      query.get('lang'),
      asked.header('cookie'),
    );
    const { content, isKnown } = document.write(asked.path, language, {
      head: gallery?.writeHead(query) ?? '',
      chrome: chromeFor(asked.header('user-agent')),
      version: choice.version,
    });
    const cookies = [...(cookie === undefined ? [] : [cookie]), ...choice.cookies];
    if (!isFetchedAhead(asked)) {
      const opens = opensPage(asked);
      const counting = opens ? choice.counts : undefined;
      const tag = counting && counts?.tag(counting, addressOfAsked(asked, proxies));
      if (counting && tag) counts?.served(counting);
      if (opens && counts && choice.visitor) {
        counts.came(choice.visitor);
        cookies.push(choice.visitor.cookie);
      }
      cookies.push(writePageCookie(now(), tag));
    }
    // A cache would keep the address with who the borrower is in it. Without that the document says nothing
    // of anybody, and no-store would only keep Chromium from its back/forward cache (measured: never used).
    const namesBorrower = sessionNames.some((name) => query.has(name));
    const headers = [
      ...['Content-Type', 'text/html; charset=utf-8'],
      ...['Cache-Control', namesBorrower ? 'no-store' : 'no-cache'],
      ...['Content-Security-Policy', policy],
    ];
    // If borrowers use https, their cookies are sent over https only.
    for (const cookie of cookies) headers.push('Set-Cookie', cookie + secure);
    return represent(asked, content, isKnown ? 200 : 404, headers, 'Cookie, Accept-Encoding');
  };
}
