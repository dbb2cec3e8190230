import { addEnding, ENDED_KEY } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import { createPageStorage, type PageStorage } from './page-storage.ts';
import type { Engine } from './ports.ts';
import type { Services } from './services.ts';

const PREFIX = `${ENDED_KEY}/`;

interface Ending {
  readonly owner: string;
  /** `countEndings`, this success included. */
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** If storage is full or blocked, the page remembers its own successes as long as it lives. */
const pages = new WeakMap<Services, Map<string, Ending>>();

/**
 * Successes that ended a wish, stored on the device: a screen that read its data before one sends nothing for that
 * wish.
 */
export class EndedWishes {
  private readonly engine: Engine;
  private readonly storage: PageStorage;
  private readonly inMemory: Map<string, Ending>;

  constructor(engine: Engine) {
    const { services } = engine;
    this.engine = engine;
    this.storage = createPageStorage(services);
    this.inMemory = pages.get(services) ?? new Map<string, Ending>();
    pages.set(services, this.inMemory);
  }

  /**
   * The short name of a wish. It is a hash, because the place contains private data and would be stored for a long
   * time.
   */
  nameOf(place: string): string {
    return fingerprint(JSON.stringify([this.engine.owner, place]));
  }

  /** @returns the count of the last success that ended the wish; a read that started at a smaller count is older. */
  find(place: string): number | undefined {
    const name = this.nameOf(place);
    const known = [this.inMemory.get(name), readEnding(this.storage.read('device', PREFIX + name))];
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
    this.inMemory.set(name, ending);
    this.storage.write('device', PREFIX + name, ending);
    for (const key of this.storage.keys('device')) {
      if (!key.startsWith(PREFIX)) continue;
      const until = readEnding(this.storage.read('device', key))?.until ?? 0;
      if (until <= now) this.storage.write('device', key, undefined);
    }
  }
}

function readEnding(value: unknown): Ending | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { owner, count, until }: { owner?: unknown; count?: unknown; until?: unknown } = value;
  if (typeof owner !== 'string' || typeof count !== 'number' || typeof until !== 'number') return undefined;
  return { owner, count, until };
}
