import * as v from 'valibot';
import type { AppPlan } from '#renderer/plan/plan.ts';

/** Values by their names in app.json. */
export type Parameters = { readonly [name: string]: string };

export interface Visitor {
  /** Who the visitor is: memory and the tab's session storage, never the address. */
  readonly session: Parameters;
  /** The path to show, old `#/…` links resolved. */
  readonly path: string;
  /** The query to keep: what the screen is about. */
  readonly search: string;
}

const STORED_PARAMETERS = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

const STORED = 'capiz:session';
/*
 * What begins with `capiz:` or `capiz/` is a visitor's and goes with them; these are the page's own.
 */

/** What the stored session was about: values of the carried parameters that others belong to. */
const ABOUT = 'capiz-session-about';

/**
 * Reads the address once: session parameters go to memory and the tab's session storage, everything
 * else stays in the address, so that reload, Back and a copied link work. Another visitor than the
 * stored one wipes what was stored for the former, before anything is shown.
 */
export function readVisitor(
  app: AppPlan,
  address: { readonly pathname: string; readonly search: string; readonly hash: string },
  storage: Storage | undefined,
): Visitor {
  const old = address.hash.startsWith('#/')
    ? new URL(`https://old.invalid${address.hash.slice(1)}`)
    : undefined;
  const query = new URLSearchParams(address.search);
  if (old !== undefined) for (const [name, value] of old.searchParams) query.set(name, value);

  const given: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(app.session)) {
    for (const wire of parameter.wire) {
      const value = query.get(wire);
      if (value !== null && value !== '') given[name] ??= value;
      query.delete(wire);
    }
  }
  const stored = readStored(storage, STORED);
  const about = readAbout(app, query);
  const former = readStored(storage, ABOUT);
  for (const [carried, names] of Object.entries(app.belongs ?? {})) {
    const now = about[carried];
    if (now === undefined || now === former[carried]) continue;
    for (const name of names) delete stored[name];
  }
  const isOther = ['userId', 'sessionId'].some(
    (name) => stored[name] !== undefined && given[name] !== undefined && stored[name] !== given[name],
  );
  const session = isOther ? given : { ...stored, ...given };
  attempt(() => storage?.setItem(STORED, JSON.stringify(session)));
  attempt(() => storage?.setItem(ABOUT, JSON.stringify({ ...(isOther ? {} : former), ...about })));
  const search = query.toString();
  return { session, path: old?.pathname ?? address.pathname, search: search === '' ? '' : `?${search}` };
}

const DEVICE = 'capiz-device';

/** A device that the address does not name gets a name of its own, the same on every visit. */
export function nameDevice(
  session: Parameters,
  storage: Storage | undefined,
  newId: () => string,
): Parameters {
  if (session.deviceId !== undefined) return session;
  let deviceId = newId();
  attempt(() => {
    deviceId = storage?.getItem(DEVICE) || deviceId;
    storage?.setItem(DEVICE, deviceId);
  });
  return { ...session, deviceId };
}

/** The carried parameters of an address that session parameters belong to. */
function readAbout(app: AppPlan, query: URLSearchParams): Record<string, string> {
  const about: Record<string, string> = {};
  for (const carried of Object.keys(app.belongs ?? {})) {
    for (const wire of app.carried[carried]?.wire ?? []) {
      const value = query.get(wire);
      if (value !== null && value !== '') about[carried] ??= value;
    }
  }
  return about;
}

function readStored(storage: Storage | undefined, key: string): Record<string, string> {
  let text: string | null | undefined;
  attempt(() => {
    text = storage?.getItem(key);
  });
  const stored = v.safeParse(STORED_PARAMETERS, text);
  return stored.success ? stored.output : {};
}

/** Storage may be full, blocked or gone; the page lives without. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing to do: memory still holds the session.
  }
}

/** The parameters of an address by the names of a screen, and every carried one. */
export function readParameters(
  app: AppPlan,
  names: { readonly [name: string]: { readonly wire: readonly string[] } },
  search: string,
): Parameters {
  const query = new URLSearchParams(search);
  const values: Record<string, string> = {};
  for (const [name, parameter] of [...Object.entries(app.carried), ...Object.entries(names)]) {
    for (const wire of parameter.wire) {
      const value = query.get(wire);
      if (value !== null) values[name] ??= value;
    }
  }
  return values;
}
