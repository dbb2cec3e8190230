import type { Value } from '../plan/expression.ts';
import { INTENT_RECORD, type IntentRecord } from './intent-record.ts';
import { INTENT_PREFIX, readText, UNREADABLE } from './page-storage.ts';
import type { Engine } from './ports/engine.ts';
import type { Services } from './services.ts';

interface KeptAnswer {
  readonly owner: string;
  readonly endpoint: string;
  readonly value: Value | undefined;
}

/** `capiz/intent/<intent>/<per>`. The order of members in `per` does not matter. */
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
 * Intents without a definite answer, stored on the device. If storage is full or blocked, memory holds them, so that
 * this page still sends nothing twice.
 */
export class IntentStore {
  private readonly engine: Engine;
  private readonly inMemory: Map<string, IntentRecord>;
  /** Start time of each send without an answer. */
  readonly sending: Map<string, number>;
  /** Answers that came after their list ended. The next tap receives them. */
  readonly results: Map<string, KeptAnswer>;

  constructor(engine: Engine) {
    this.engine = engine;
    const page = pageOf(engine.services);
    this.inMemory = page.records;
    this.sending = page.sending;
    this.results = page.results;
  }

  /**
   * @returns the open intent of this owner. `UNREADABLE` means that an unknown request may have been sent: it must not
   * count as "nothing was sent".
   */
  find(place: string): IntentRecord | undefined | typeof UNREADABLE {
    const stored = this.readStored(place);
    const isRead = stored !== undefined && stored !== UNREADABLE;
    const record = isRead ? stored : (this.inMemory.get(place) ?? stored);
    if (record === UNREADABLE) return record;
    return record?.owner === this.engine.owner ? record : undefined;
  }

  read(place: string): IntentRecord | undefined {
    const record = this.find(place);
    return record === UNREADABLE ? undefined : record;
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
      // The browser blocks storage: only the copy in memory is known.
    }
    return [...new Set([...stored, ...this.inMemory.keys()])].filter((place) => this.read(place));
  }

  private readStored(place: string): IntentRecord | undefined | typeof UNREADABLE {
    let text: string | undefined;
    try {
      text = this.engine.services.storage.device.get(place);
    } catch {
      // The browser blocks storage: only the copy in memory is known.
    }
    return text === undefined ? undefined : readText(INTENT_RECORD, text);
  }
}

interface PageMemory {
  readonly records: Map<string, IntentRecord>;
  readonly sending: IntentStore['sending'];
  readonly results: IntentStore['results'];
}

/** Shared by all screens of a page; the services identify the page. */
const pages = new WeakMap<Services, PageMemory>();

function pageOf(services: Services): PageMemory {
  const known = pages.get(services);
  if (known) return known;
  const fresh: PageMemory = { records: new Map(), sending: new Map(), results: new Map() };
  pages.set(services, fresh);
  return fresh;
}
