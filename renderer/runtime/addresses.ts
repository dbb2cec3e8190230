import type { Value } from '../plan/expression.ts';
import type { AppPlan, ParamPlan, Shape } from '../plan/plan.ts';
import { isUrl } from '../plan/url.ts';
import { own } from './lists.ts';
import type { Values } from './ports/store.ts';

/**
 * The address of a screen: its first path, its own parameters and the carried parameters of the visit. `params`
 * override carried parameters; absent ones are left out.
 */
export function addressOf(app: AppPlan, screen: string, params: Values, here: Values): string | undefined {
  const target = own(app.screens, screen);
  const path = target?.paths[0];
  if (target === undefined || path === undefined) return undefined;
  const query = new URLSearchParams();
  for (const name of new Set([...Object.keys(app.carried), ...Object.keys(params)])) {
    const plan = own(app.carried, name);
    const value = Object.hasOwn(params, name) ? params[name] : here[name];
    const text = writeParam(value, plan?.shape);
    if (text !== undefined) query.set(wireOf(plan, name), text);
  }
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** As `addressOf`, for an address of our own origin from data. Undefined if no screen has the path. */
export function ownAddress(app: AppPlan, url: URL, here: Values): string | undefined {
  if (screenOf(app, url) === undefined) return undefined;
  const query = new URLSearchParams(url.search);
  for (const [name, plan] of Object.entries(app.carried)) {
    if (plan.wire.some((wire) => query.has(wire)) || query.has(name)) continue;
    const text = writeParam(here[name], plan.shape);
    if (text !== undefined) query.set(wireOf(plan, name), text);
  }
  const search = query.toString();
  return (search === '' ? url.pathname : `${url.pathname}?${search}`) + url.hash;
}

/** Id of the screen with this path. */
function screenOf(app: AppPlan, url: URL): string | undefined {
  return Object.keys(app.screens).find((id) => app.screens[id]?.paths.includes(url.pathname));
}

/** Whether an address is this screen with these parameters. Replacing the page with itself would loop for ever. */
export function isSameAddress(app: AppPlan, screen: string, url: URL, here: Values): boolean {
  if (screenOf(app, url) !== screen) return false;
  return Object.entries(here).every(([name, value]) => {
    const plan = own(app.carried, name);
    const given = url.searchParams.get(wireOf(plan, name));
    return given === null || given === writeParam(value, plan?.shape);
  });
}

/** Adds query parameters; skips absent values, lists and records. */
export function withMore(url: URL, query: Values): URL {
  const more = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    const text = writeParam(value, undefined);
    if (text !== undefined && text !== '') more.searchParams.set(name, text);
  }
  return more;
}

/** Whether an address contains a session parameter. */
export function hasSessionParameter(app: AppPlan, url: URL): boolean {
  return Object.values(app.session).some(({ wire }) => wire.some((name) => url.searchParams.has(name)));
}

function wireOf(plan: ParamPlan | undefined, name: string): string {
  return plan?.wire[0] ?? name;
}

/**
 * Writes a parameter so that reading it with the same shape gives the same value. Lists and records are not
 * supported.
 */
function writeParam(value: Value | undefined, shape: Shape | undefined): string | undefined {
  if (value === undefined || typeof value === 'object') return undefined;
  const read = shape !== undefined && 'read' in shape ? shape.read : undefined;
  if (typeof value === 'boolean') return read === 'flag' ? (value ? '1' : '0') : String(value);
  if (typeof value === 'number' && read === 'minor') return writeMinor(value);
  return String(value);
}

/** Writes minor units as a decimal with string operations, to avoid floating point. */
function writeMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The result of reading a `leave` address. */
export type Destination =
  | { readonly kind: 'own'; readonly url: URL }
  | { readonly kind: 'foreign'; readonly url: string }
  /** `mailto:` and `tel:`: another app opens, the page stays. */
  | { readonly kind: 'aside'; readonly url: string };

/**
 * Addresses of our own origin as services write them: a path, `#/path` of old links, or relative to the current path.
 */
const OWN = /^(#\/|\/?[\w-]+(\/[\w-]+)*\/?([?#]|$)|\/([?#]|$)|\?)/;

/**
 * Reads the address of `leave`. Undefined unless the address is clearly allowed. Not allowed are other schemes,
 * unlisted hosts (including the port), user names, control characters, spaces and backslashes.
 *
 * @param path - Path of the current screen, the base of `?name=value` and `path?name=value`.
 */
export function readDestination(
  given: string,
  origin: string,
  hosts: readonly string[],
  path = '/',
): Destination | undefined {
  // People write telephone numbers with spaces; `tel:` addresses have none.
  const text = /^tel:/i.test(given) ? given.replaceAll(' ', '') : given;
  if (hasHiddenCharacters(text)) return undefined;
  if (/^(mailto|tel):[^/]/i.test(text)) return { kind: 'aside', url: text };
  const isReference = OWN.test(text) && (text.startsWith('/') || isUrl(text));
  // The host must be written as listed: no Unicode dots, and no empty host, which a URL parser replaces by the next
  // name.
  if (!isReference && !/^(https?:)?\/\/[\w.:[\]-]+([/?#]|$)/i.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text, origin + path);
  } catch {
    return undefined;
  }
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === origin) return { kind: 'own', url: openFragment(url) };
  const isListed = !text.startsWith('//') && hosts.includes(url.host);
  return isListed ? { kind: 'foreign', url: url.href } : undefined;
}

/** An old link has its path and parameters in the fragment; these parameters win. */
function openFragment(url: URL): URL {
  if (!url.hash.startsWith('#/')) return url;
  const inside = new URL(url.origin + url.hash.slice(1));
  for (const [name, value] of url.searchParams) {
    if (!inside.searchParams.has(name)) inside.searchParams.append(name, value);
  }
  return inside;
}

/** Whether a page may be framed: its host is listed as `host` or as `https://host`, and it is not our own origin. */
export function isFrameable(text: string, origin: string, hosts: readonly string[]): boolean {
  const to = readDestination(
    text,
    origin,
    hosts.map((host) => host.replace(/^https:\/\//, '')),
  );
  return to?.kind === 'foreign';
}

/**
 * Host of an image that may not be loaded; undefined if it is allowed: images of our own origin, `data:` and `blob:`,
 * and images of listed hosts over https.
 *
 * @param hosts - Absent in plans made before grammar 3: any host.
 */
export function refusedImageHost(
  text: string,
  origin: string,
  hosts: readonly string[] | undefined,
): string | undefined {
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return '';
  }
  if (url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:') return undefined;
  const isListed = hosts?.some((host) => host.replace(/^https:\/\//, '') === url.host) ?? true;
  return url.protocol === 'https:' && isListed ? undefined : url.host;
}

/** Characters that browsers drop or replace when they read an address. */
function hasHiddenCharacters(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0) || character === '\\') return true;
  }
  return false;
}
