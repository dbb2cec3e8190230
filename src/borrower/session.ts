import * as v from 'valibot';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { type Parameters, readAbout, takeSession } from '#src/shared/parameters.ts';

export interface Visitor {
  /** Identifies the visitor. In memory and in the tab's session storage, never in the address. */
  readonly session: Parameters;
  /** Whether path and query alone name the screen, its parameters and the session: no old link, no stored values. */
  readonly isFromQuery: boolean;
  /** The path to show, with old `#/…` links resolved. */
  readonly path: string;
  /** The query to keep: the screen's parameters. */
  readonly search: string;
}

const STORED_PARAMETERS = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

const STORED = 'capiz:session';
/* Keys with `capiz:` or `capiz/` belong to a visitor and are removed with their data; these keys belong to the page. */

/** Storage key of the values of those carried parameters that session parameters depend on. */
const ABOUT = 'capiz-session-about';

/**
 * Reads the address once. Session parameters go to memory and to the tab's session storage; everything else stays in
 * the address, so that reload, Back and copied links work. If the visitor differs from the stored one, removes the
 * former visitor's data before anything is shown.
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

  const given = takeSession(app, query);
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
  return {
    session,
    isFromQuery: old === undefined && Object.keys(session).every((name) => given[name] !== undefined),
    path: old?.pathname ?? address.pathname,
    search: search === '' ? '' : `?${search}`,
  };
}

const DEVICE = 'capiz-device';

/** Gives the device a stored id if the address has none; the same on every visit. */
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

function readStored(storage: Storage | undefined, key: string): Record<string, string> {
  let text: string | null | undefined;
  attempt(() => {
    text = storage?.getItem(key);
  });
  const stored = v.safeParse(STORED_PARAMETERS, text);
  return stored.success ? stored.output : {};
}

/** Storage may be full or blocked; the page works without it. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing to do: memory still holds the session.
  }
}
