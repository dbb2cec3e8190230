import type { Value } from '../plan/expression.ts';
import type { AppPlan, ParamPlan, Shape } from '../plan/plan.ts';
import { isUrl } from '../plan/url.ts';
import { own } from './lists.ts';
import type { Values } from './ports.ts';

/**
 * The address of a screen: its first path, its parameters, and the carried ones of this visit.
 *
 * A parameter that `params` names wins over the carried one; an absent one is left out.
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

/** The same for an address of our own origin that came from data. Undefined where no screen has that path. */
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

/** The screen that has the path of an address of our own origin. */
function screenOf(app: AppPlan, url: URL): string | undefined {
  return Object.keys(app.screens).find((id) => app.screens[id]?.paths.includes(url.pathname));
}

/** Whether an address is the one of this screen, with these parameters: a page that it replaced would do so for ever. */
export function isSameAddress(app: AppPlan, screen: string, url: URL, here: Values): boolean {
  if (screenOf(app, url) !== screen) return false;
  return Object.entries(here).every(([name, value]) => {
    const plan = own(app.carried, name);
    const given = url.searchParams.get(wireOf(plan, name));
    return given === null || given === writeParam(value, plan?.shape);
  });
}

/** An address with further parameters; absent ones, lists and records have no place in it. */
export function withMore(url: URL, query: Values): URL {
  const more = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    const text = writeParam(value, undefined);
    if (text !== undefined && text !== '') more.searchParams.set(name, text);
  }
  return more;
}

/** Whether an address says something of who the visitor is. */
export function tellsSession(app: AppPlan, url: URL): boolean {
  return Object.values(app.session).some(({ wire }) => wire.some((name) => url.searchParams.has(name)));
}

function wireOf(plan: ParamPlan | undefined, name: string): string {
  return plan?.wire[0] ?? name;
}

/** What reading it with the same shape gives back. Lists and records have no place in an address. */
function writeParam(value: Value | undefined, shape: Shape | undefined): string | undefined {
  if (value === undefined || typeof value === 'object') return undefined;
  const read = shape !== undefined && 'read' in shape ? shape.read : undefined;
  if (typeof value === 'boolean') return read === 'flag' ? (value ? '1' : '0') : String(value);
  if (typeof value === 'number' && read === 'minor') return writeMinor(value);
  return String(value);
}

/** Minor units as a decimal, by digits alone: no amount goes through a fraction. */
function writeMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** How `leave` may use a text. */
export type Destination =
  | { readonly kind: 'own'; readonly url: URL }
  | { readonly kind: 'foreign'; readonly url: string }
  /** Mail and telephone: another program opens, the page stays. */
  | { readonly kind: 'aside'; readonly url: string };

/** Addresses of our own origin as services write them: a path, `#/path` of old links, or beside the path that is shown. */
const OWN = /^(#\/|\/?[\w-]+(\/[\w-]+)*\/?([?#]|$)|\/([?#]|$)|\?)/;

/**
 * Reads an address that `leave` was given. Undefined for every one that is not plainly allowed:
 * other schemes, hosts not listed (port included), user names, controls, spaces and backslashes.
 *
 * @param path - Of the screen that is shown: what `?name=value` and `path?name=value` are relative to.
 */
export function readDestination(
  given: string,
  origin: string,
  hosts: readonly string[],
  path = '/',
): Destination | undefined {
  // Telephone numbers are written with spaces, which their addresses do not have.
  const text = /^tel:/i.test(given) ? given.replaceAll(' ', '') : given;
  if (hasHiddenCharacters(text)) return undefined;
  if (/^(mailto|tel):[^/]/i.test(text)) return { kind: 'aside', url: text };
  const isReference = OWN.test(text) && (text.startsWith('/') || isUrl(text));
  // A host as it is listed: none that becomes it, by another alphabet's dots or behind an empty name.
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

/** An old link names its path and parameters in the fragment; its parameters win. */
function openFragment(url: URL): URL {
  if (!url.hash.startsWith('#/')) return url;
  const inside = new URL(url.origin + url.hash.slice(1));
  for (const [name, value] of url.searchParams) {
    if (!inside.searchParams.has(name)) inside.searchParams.append(name, value);
  }
  return inside;
}

/**
 * Whether a page may stand in a frame: of a host that is listed, as `host` or as `https://host`, and never of our
 * own origin.
 */
export function isFrameable(text: string, origin: string, hosts: readonly string[]): boolean {
  const to = readDestination(
    text,
    origin,
    hosts.map((host) => host.replace(/^https:\/\//, '')),
  );
  return to?.kind === 'foreign';
}

/**
 * The host of a picture that is not allowed; undefined if the picture may be loaded: pictures of our own origin,
 * pictures inside the page (`data:`, `blob:`), and pictures of listed hosts over https.
 *
 * @param hosts - Absent in plans made before grammar 3: any host.
 */
export function refusedPictureHost(
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

/** Characters that browsers drop or turn into others while reading an address. */
function hasHiddenCharacters(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0) || character === '\\') return true;
  }
  return false;
}
