import { addEnding, ENDED_KEY } from '../plan/endings.ts';
import { fingerprint } from './fingerprint.ts';
import { createPageStorage, type PageStorage } from './page-storage.ts';
import type { Engine } from './ports.ts';
import type { Services } from './services.ts';

const PREFIX = `${ENDED_KEY}/`;

interface Ending {
  readonly owner: string;
  /** Of `countEndings`, with this one. */
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Where storage is full or blocked a page's own yeses are remembered for its life. */
const pages = new WeakMap<Services, Map<string, Ending>>();

/** Yeses that ended a wish, on the device: whatever was read before one sends no second. */
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

  /** The short name of a wish: its place says what it is about, which does not lie in the open for so long. */
  nameOf(place: string): string {
    return fingerprint(JSON.stringify([this.engine.owner, place]));
  }

  /** @returns the number of the last yes that ended it; what began to be read at a smaller one is older. */
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
