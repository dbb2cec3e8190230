import * as v from 'valibot';
import { ENDED_KEY } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import type { Services, StoragePort } from './services.ts';

type Kind = 'session' | 'device';

/** The stored value does not match its schema. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** Storage that never throws. A failed read is absent; a failed write is reported once. */
export interface PageStorage {
  read<T>(kind: Kind, key: string, schema: v.GenericSchema<unknown, T>): T | undefined;
  /** As `read`, but returns `UNREADABLE` for an unreadable value. For data about money. */
  find<T>(kind: Kind, key: string, schema: v.GenericSchema<unknown, T>): T | undefined | typeof UNREADABLE;
  /** @returns whether it was stored. Undefined removes the key. */
  write(kind: Kind, key: string, value: unknown): boolean;
  keys(kind: Kind): readonly string[];
  /** Whether written values persist: this visitor's owner mark is stored. */
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

/** Parses JSON text and validates it by its schema. */
export function readText<T>(schema: v.GenericSchema<unknown, T>, text: string): T | typeof UNREADABLE {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : UNREADABLE;
}

const OWNER_KEY = 'capiz/owner';
/** Reserved by the page. No kept value can have the name of an expression root. */
const PAGE_KEY = 'capiz:session';
export const INTENT_PREFIX = 'capiz/intent/';

const OWNER = v.object({
  /** Identifies the person. */
  person: v.string(),
  /** Identifies the visit of a person: another sign-in is another visit. */
  visit: v.string(),
});
export type Owner = Readonly<v.InferOutput<typeof OWNER>>;

/** Records about money name the person that they belong to. */
const OWNED = v.object({ owner: v.string() });

/** @param required - Session parameters that a signed-in visitor has. */
export function identifyOwner(
  session: { readonly [name: string]: unknown },
  required: readonly string[],
): Owner {
  // Fingerprints, so that session identifiers are not readable in storage.
  const visit = fingerprintOf(required.map((name) => session[name] ?? null));
  const person = session['userId'] === undefined ? visit : fingerprintOf([session['userId']]);
  return { person, visit };
}

/**
 * Claims the page's storage for this visitor. Removes what another person or visit stored, before anything is shown.
 * Records of critical requests of the same person stay, because money may still be on its way. An unreadable owner
 * may be the same person.
 *
 * Storage without an owner comes from an older release. The first visitor takes it over, so that an upgrade loses no
 * stored values.
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
    // The owner is replaced last: after an interruption the remaining keys still have an owner.
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
