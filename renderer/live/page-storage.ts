import { ENDED_KEY } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import type { Services, StoragePort } from './services.ts';

type Kind = 'session' | 'device';

/** Storage that never throws: what cannot be read is absent, what cannot be written is reported once. */
export interface PageStorage {
  read(kind: Kind, key: string): unknown;
  /** @returns whether it is stored now. Undefined removes. */
  write(kind: Kind, key: string, value: unknown): boolean;
  keys(kind: Kind): readonly string[];
  /** Whether what is written stays: this visitor's mark is there. */
  holds(kind: Kind): boolean;
}

export function createPageStorage(services: Pick<Services, 'storage' | 'report'>): PageStorage {
  let isReported = false;

  function attempt<T>(kind: Kind, fallback: T, act: (storage: StoragePort) => T): T {
    try {
      return act(services.storage[kind]);
    } catch {
      if (!isReported) services.report({ code: 'storage/failed', detail: kind });
      isReported = true;
      return fallback;
    }
  }

  function read(kind: Kind, key: string): unknown {
    const text = attempt(kind, undefined, (storage) => storage.get(key));
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }

  return {
    read,
    holds: (kind) => read(kind, OWNER_KEY) !== undefined,
    write: (kind, key, value) =>
      attempt(kind, false, (storage) => {
        if (value === undefined) storage.remove(key);
        else storage.set(key, JSON.stringify(value));
        return true;
      }),
    keys: (kind) => attempt<readonly string[]>(kind, [], (storage) => storage.keys()),
  };
}

const OWNER_KEY = 'capiz/owner';
/** The page's own; no kept value can be called like a root of expressions. */
const PAGE_KEY = 'capiz:session';
export const INTENT_PREFIX = 'capiz/intent/';

export interface Owner {
  /** Tells persons apart. */
  readonly person: string;
  /** Tells a person's visits apart: another sign-in is another visit. */
  readonly visit: string;
}

/** @param required - Session parameters without which nobody is signed in. */
export function identifyOwner(
  session: { readonly [name: string]: unknown },
  required: readonly string[],
): Owner {
  // Fingerprints: what identifies a session does not lie in the open in storage.
  const visit = fingerprintOf(required.map((name) => session[name] ?? null));
  const person = session['userId'] === undefined ? visit : fingerprintOf([session['userId']]);
  return { person, visit };
}

/**
 * Makes the page's storage this visitor's. What another person or visit stored is removed before anything is shown. What
 * is known of critical requests stays for another visit of the same person, because money may still be on its way.
 *
 * Storage without an owner is of a release that wrote none. The first visitor takes it over:
 * otherwise a person would lose stored values by an upgrade.
 */
export function claimStorage(storage: PageStorage, owner: Owner): void {
  for (const kind of ['session', 'device'] as const) {
    const keys = storage.keys(kind);
    const known = storage.read(kind, OWNER_KEY) as Partial<Owner> | undefined;
    if (known?.person === owner.person && known.visit === owner.visit) continue;
    // An owner that cannot be read is another one.
    if (keys.includes(OWNER_KEY)) removeFormer(storage, kind, known?.person === owner.person);
    storage.write(kind, OWNER_KEY, owner);
  }
}

function removeFormer(storage: PageStorage, kind: Kind, isSamePerson: boolean): void {
  for (const key of storage.keys(kind)) {
    const isOurs = (key.startsWith('capiz:') || key.startsWith('capiz/')) && key !== PAGE_KEY;
    const isOfMoney = key.startsWith(INTENT_PREFIX) || key.startsWith(ENDED_KEY);
    // The owner is replaced last: were this interrupted, the rest would else be without an owner.
    if (isOurs && key !== OWNER_KEY && !(isSamePerson && isOfMoney)) storage.write(kind, key, undefined);
  }
}

function fingerprintOf(values: readonly unknown[]): string {
  return fingerprint(JSON.stringify(values));
}

/** Whether a critical call of this device has had no definite answer yet. */
export function hasIntents({ storage }: Pick<Services, 'storage'>): boolean {
  try {
    // A list, named: what looks for newer features of the language takes it for an iterator's otherwise.
    const keys = storage.device.keys();
    return keys.some((key) => key.startsWith(INTENT_PREFIX));
  } catch {
    return false;
  }
}
