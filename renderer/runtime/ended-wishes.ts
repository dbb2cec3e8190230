import * as v from 'valibot';
import { addEnding, countEndings, ENDED_KEY, oldestOf, type Reading } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import { createPageStorage, type PageStorage, UNREADABLE } from './page-storage.ts';
import type { Engine } from './ports/engine.ts';
import type { Services } from './services.ts';
import { READING, STORED_COUNT, STORED_TIME } from './stored-value.ts';

const PREFIX = `${ENDED_KEY}/`;
const BEGUN_PREFIX = 'capiz/begun/';

const ENDING = v.object({
  owner: v.string(),
  /** `countEndings`, including this success. */
  count: STORED_COUNT,
  /** Milliseconds since the epoch. */
  until: STORED_TIME,
});
type Ending = Readonly<v.InferOutput<typeof ENDING>>;

/** The first call of a wish that needs a second call: a payment that waits for its code. */
const BEGUN = v.object({
  owner: v.string(),
  endpoint: v.string(),
  /** Reading of the call's data. */
  reading: READING,
  /** When the history entry of the calling screen was created. */
  openedAt: STORED_TIME,
});
type Begun = Readonly<v.InferOutput<typeof BEGUN>>;

interface PageMemory {
  readonly endings: Map<string, Ending>;
  readonly begun: Map<string, Begun>;
}

/** Used if storage is full or blocked: the page remembers its own calls while it is open. */
const pages = new WeakMap<Services, PageMemory>();

/**
 * Successes that ended a wish, stored on the device: a screen that read its data before such a success sends nothing
 * for that wish.
 */
export class EndedWishes {
  private readonly engine: Engine;
  private readonly storage: PageStorage;
  private readonly inMemory: PageMemory;

  constructor(engine: Engine) {
    const { services } = engine;
    this.engine = engine;
    this.storage = createPageStorage(services);
    this.inMemory = pages.get(services) ?? { endings: new Map(), begun: new Map() };
    pages.set(services, this.inMemory);
  }

  /**
   * The short name of a wish. It is a hash, because the place contains private data and would be stored for a long
   * time.
   */
  nameOf(place: string): string {
    return fingerprint(JSON.stringify([this.engine.owner, place]));
  }

  /**
   * @returns the count of the last success that ended the wish; a read that started at a smaller count is older. If a
   * stored success is unreadable, it counts as the newest: data must be read again before anything is sent.
   */
  find(place: string): number | undefined {
    const name = this.nameOf(place);
    const stored = this.storage.find('device', PREFIX + name, ENDING);
    if (stored === UNREADABLE) return countEndings(this.engine.services.storage);
    const known = [this.inMemory.endings.get(name), stored];
    const now = this.engine.services.clock.now();
    const counts = known.flatMap((one) =>
      one?.owner === this.engine.owner && one.until > now ? [one.count] : [],
    );
    return counts.length === 0 ? undefined : Math.max(...counts);
  }

  note(place: string, forMs: number): void {
    const { services, owner } = this.engine;
    const now = services.clock.now();
    const name = this.nameOf(place);
    const ending: Ending = { owner, count: addEnding(services.storage, now), until: now + forMs };
    this.inMemory.endings.set(name, ending);
    this.storage.write('device', PREFIX + name, ending);
    for (const key of this.storage.keys('device')) {
      if (!key.startsWith(PREFIX)) continue;
      const old = this.storage.read('device', key, ENDING);
      if (old && old.until <= now) this.storage.write('device', key, undefined);
    }
  }

  /** A call of the wish succeeded, and another call of this screen continues it. */
  noteBegun(place: string, endpoint: string, reading: Reading): void {
    const name = this.nameOf(place);
    const { owner, opening } = this.engine;
    const begun: Begun = { owner, endpoint, reading, openedAt: opening.at };
    this.inMemory.begun.set(name, begun);
    this.storage.write('session', BEGUN_PREFIX + name, begun);
  }

  /**
   * The reading of a call that continues an earlier call of the wish. It is not newer than the reading of the
   * earlier call, because the call sends what the earlier answer contained: a code dialog does not refer to
   * data that was read after it opened.
   */
  readingOf(place: string, isFirst: (endpoint: string) => boolean, reading: Reading): Reading {
    const { owner, opening } = this.engine;
    const name = this.nameOf(place);
    const begun = this.inMemory.begun.get(name) ?? this.storage.find('session', BEGUN_PREFIX + name, BEGUN);
    // An earlier call of this screen came after the screen opened, so the opening is the oldest possible reading.
    if (begun === UNREADABLE) return oldestOf([reading, opening]) ?? reading;
    // A screen that was opened again shows nothing of an earlier screen's call.
    if (begun?.owner !== owner || begun.openedAt !== opening.at || isFirst(begun.endpoint)) return reading;
    return oldestOf([reading, begun.reading]) ?? reading;
  }
}
