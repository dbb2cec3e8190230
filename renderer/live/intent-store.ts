import type { Value } from '../plan/expression.ts';
import { INTENT_PREFIX } from './page-storage.ts';
import type { Engine } from './ports.ts';
import type { Services } from './services.ts';

/** What is stored before the first send. */
export interface IntentRecord {
  /** Whose intent it is: nobody else repeats or asks about it. */
  readonly owner: string;
  readonly intent: string;
  /** Whose call it was; what an earlier release stored lacks it. */
  readonly endpoint?: string;
  readonly key: string;
  /** Of the address; with its query it could name the session. */
  readonly path: string;
  readonly body?: string;
  readonly ask?: { readonly endpoint: string; readonly request: { readonly [name: string]: Value } };
}

interface KeptAnswer {
  readonly owner: string;
  readonly endpoint: string;
  readonly value: Value | undefined;
}

/** `capiz/intent/<intent>/<per>`: the same for the same members, in whatever order they are written. */
export function intentPlace(intent: string, per: Value | undefined): string {
  return `${INTENT_PREFIX}${intent}/${encodeURIComponent(per === undefined ? '' : writeCanonically(per))}`;
}

function writeCanonically(value: Value): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/**
 * Intents without a definite answer, on the device. Where storage is full or blocked they are kept for
 * this page's life, so that even then nothing is sent twice by it.
 */
export class IntentStore {
  private readonly engine: Engine;
  private readonly inMemory: Map<string, IntentRecord>;
  /** When a send began that has no answer yet. */
  readonly sending: Map<string, number>;
  /** Answers that came when the list that waited for them was gone: the next tap has them. */
  readonly results: Map<string, KeptAnswer>;

  constructor(engine: Engine) {
    this.engine = engine;
    const page = pageOf(engine.services);
    this.inMemory = page.records;
    this.sending = page.sending;
    this.results = page.results;
  }

  read(place: string): IntentRecord | undefined {
    const record = this.readStored(place) ?? this.inMemory.get(place);
    return record?.owner === this.engine.owner ? record : undefined;
  }

  write(place: string, record: IntentRecord): void {
    this.inMemory.set(place, record);
    try {
      this.engine.services.storage.device.set(place, JSON.stringify(record));
    } catch {
      this.engine.report('intent/not-stored');
    }
  }

  remove(place: string): void {
    this.inMemory.delete(place);
    try {
      this.engine.services.storage.device.remove(place);
    } catch {
      this.engine.report('intent/not-removed');
    }
  }

  /** Places of this owner's open intents. */
  places(): readonly string[] {
    let stored: readonly string[] = [];
    try {
      stored = this.engine.services.storage.device.keys().filter((key) => key.startsWith(INTENT_PREFIX));
    } catch {
      // Blocked: what memory knows is all there is.
    }
    return [...new Set([...stored, ...this.inMemory.keys()])].filter((place) => this.read(place));
  }

  private readStored(place: string): IntentRecord | undefined {
    try {
      const text = this.engine.services.storage.device.get(place);
      return text === undefined ? undefined : readRecord(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

interface PageMemory {
  readonly records: Map<string, IntentRecord>;
  readonly sending: IntentStore['sending'];
  readonly results: IntentStore['results'];
}

/** A page's life outlasts its screens; what makes a page is its services. */
const pages = new WeakMap<Services, PageMemory>();

function pageOf(services: Services): PageMemory {
  const known = pages.get(services);
  if (known) return known;
  const fresh: PageMemory = { records: new Map(), sending: new Map(), results: new Map() };
  pages.set(services, fresh);
  return fresh;
}

function readRecord(value: unknown): IntentRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { owner, intent, key, path } = value as { readonly [name: string]: unknown };
  const isOurs =
    typeof owner === 'string' &&
    typeof intent === 'string' &&
    typeof key === 'string' &&
    typeof path === 'string';
  // The members above are what is read of it; the rest is written by this file alone.
  return isOurs ? (value as IntentRecord) : undefined;
}
