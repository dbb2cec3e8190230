import * as v from 'valibot';
import { ENDED_KEY } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import type { Services, StoragePort } from './services.ts';

type Kind = 'session' | 'device';

/** The stored value does not match its schema. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** Storage that never throws: what cannot be read is absent, what cannot be written is reported once. */
export interface PageStorage {
  read<T>(kind: Kind, key: string, schema: v.GenericSchema<unknown, T>): T | undefined;
  /** As `read`, but an unreadable value is not undefined: for data about money. */
  find<T>(kind: Kind, key: string, schema: v.GenericSchema<unknown, T>): T | undefined | typeof UNREADABLE;
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

  const find: PageStorage['find'] = (kind, key, schema) => {
    const text = attempt(kind, undefined, (storage) => storage.get(key));
    return text === undefined ? undefined : readText(schema, text);
  };

  const read: PageStorage['read'] = (kind, key, schema) => {
    const found = find(kind, key, schema);
    return found === UNREADABLE ? undefined : found;
  };

  return {
    read,
    find,
    holds: (kind) => read(kind, OWNER_KEY, OWNER) !== undefined,
    write: (kind, key, value) =>
      attempt(kind, false, (storage) => {
        if (value === undefined) storage.remove(key);
        else storage.set(key, JSON.stringify(value));
        return true;
      }),
    keys: (kind) => attempt<readonly string[]>(kind, [], (storage) => storage.keys()),
  };
}

/** Reads a stored JSON text by its schema. */
export function readText<T>(schema: v.GenericSchema<unknown, T>, text: string): T | typeof UNREADABLE {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : UNREADABLE;
}

const OWNER_KEY = 'capiz/owner';
/** The page's own; no kept value can be called like a root of expressions. */
const PAGE_KEY = 'capiz:session';
export const INTENT_PREFIX = 'capiz/intent/';

const OWNER = v.object({
  /** Tells persons apart. */
  person: v.string(),
  /** Tells a person's visits apart: another sign-in is another visit. */
  visit: v.string(),
});
export type Owner = Readonly<v.InferOutput<typeof OWNER>>;

/** Records about money name the person that they belong to. */
const OWNED = v.object({ owner: v.string() });

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
 * Gives the page's storage to this visitor. Removes what another person or visit stored, before anything is shown.
 * Records of critical requests stay for the same person, because money may still be on its way. An unreadable owner may
 * be the same person.
 *
 * Storage without an owner is of a release that wrote none. The first visitor takes it over:
 * otherwise a person would lose stored values by an upgrade.
 */
export function claimStorage(storage: PageStorage, owner: Owner): void {
  for (const kind of ['session', 'device'] as const) {
    const known = storage.find(kind, OWNER_KEY, OWNER);
    const isNamed = known !== undefined && known !== UNREADABLE;
    if (isNamed && known.person === owner.person && known.visit === owner.visit) continue;
    const mayBeSame = known === UNREADABLE || known?.person === owner.person;
    if (known !== undefined) removeFormer(storage, kind, mayBeSame ? owner.person : undefined);
    storage.write(kind, OWNER_KEY, owner);
  }
}

/** @param person - Whose records about money stay. */
function removeFormer(storage: PageStorage, kind: Kind, person: string | undefined): void {
  for (const key of storage.keys(kind)) {
    const isOurs = (key.startsWith('capiz:') || key.startsWith('capiz/')) && key !== PAGE_KEY;
    // The owner is replaced last: were this interrupted, the rest would else be without an owner.
    if (isOurs && key !== OWNER_KEY && !isMoneyOf(person, storage, kind, key)) {
      storage.write(kind, key, undefined);
    }
  }
}

/** A record without a readable owner may be this person's. */
function isMoneyOf(person: string | undefined, storage: PageStorage, kind: Kind, key: string): boolean {
  const isMoney = key.startsWith(INTENT_PREFIX) || key.startsWith(ENDED_KEY);
  return isMoney && person !== undefined && (storage.read(kind, key, OWNED)?.owner ?? person) === person;
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
