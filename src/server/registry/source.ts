import { bucketOf, WHOLE } from '#src/shared/rollout/assign.ts';
import { chooseRelease } from '../delivery/choose-release.ts';
import { chooseDocumentLanguage } from '../delivery/language.ts';
import type { Choice, ReleaseParts, ReleaseSource } from '../delivery/release-source.ts';
import { type Pin, readVisitor, shortName, type Visitor, writeVisitor } from '../delivery/visitor.ts';
import type { Definitions } from '../project.ts';
import { replaceClosed } from './closed-screens.ts';
import type { Database } from './database.ts';
import { readStanding, type Standing } from './offer.ts';
import { readCompiled, readFiles } from './releases.ts';

/** So many releases stay at hand for pages that were opened with them. */
const MOST_RETAINED = 6;

export interface RegistrySource extends ReleaseSource {
  /**
   * Looks what is live. Where that cannot be had, what was live stays so: a server that has lost its database goes on.
   *
   * @returns whether another release is live than before.
   */
  refresh(): Promise<boolean>;
}

/** What was live a moment ago, whole. */
export interface LiveDefinitions {
  readonly hash: string;
  readonly closed: ReadonlySet<string>;
  readonly definitions: Definitions;
}

/** @throws Error on an empty installation. */
export async function readLive(database: Database): Promise<LiveDefinitions> {
  const standing = await readStanding(database);
  if (standing === undefined) throw new Error('Nothing is live.');
  const { live, closed } = standing;
  return { hash: live, closed, definitions: await readDefinitions(database.queries, live, closed) };
}

async function readDefinitions(
  queries: Database['queries'],
  hash: string,
  closed: ReadonlySet<string>,
): Promise<Definitions> {
  const { app, plans } = await readCompiled(queries, hash);
  return { app, plans: replaceClosed(plans, closed), files: await readFiles(queries, hash) };
}

export interface RegistrySourceOptions {
  readonly database: Database;
  readonly first: LiveDefinitions;
  readonly make: (definitions: Definitions) => ReleaseParts;
  /** Of 10,000 visits that no rollout compares, so many count. */
  readonly sample: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A line for the operator. */
  readonly log: (line: string) => void;
}

/** Serves what the registry says: what is live, and to whom it belongs what is on its way. */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { database, first, make, sample, now, log } = options;
  let standing: Standing = { live: first.hash, retired: new Set(), closed: first.closed };
  let live = make(first.definitions);
  // In the order in which they were asked for last; the last one is live.
  const retained = new Map([[first.hash, live]]);
  let refreshing: Promise<boolean> = Promise.resolve(false);

  /** Keeps a release at hand, as the newest of all. */
  async function keep(hash: string, closed: Standing['closed']): Promise<ReleaseParts> {
    const parts = retained.get(hash) ?? (await prepare(hash, closed));
    retained.delete(hash);
    retained.set(hash, parts);
    return parts;
  }

  async function prepare(hash: string, closed: Standing['closed']): Promise<ReleaseParts> {
    return make(await readDefinitions(database.queries, hash, closed));
  }

  /** Every release at hand loses the screens that were closed, and has again those that were opened. */
  async function shut(closed: Standing['closed']): Promise<void> {
    const names = [...closed].join(' ');
    if (names === [...standing.closed].join(' ')) return;
    for (const hash of retained.keys()) retained.set(hash, await prepare(hash, closed));
    log(closed.size === 0 ? 'No screen is closed' : `Closed: ${names}`);
  }

  async function look(): Promise<boolean> {
    try {
      const found = await readStanding(database);
      if (found === undefined) return false;
      const { rollout, closed } = found;
      await shut(closed);
      if (rollout !== undefined) await keep(rollout.release, closed);
      const parts = await keep(found.live, closed);
      const isNew = found.live !== standing.live;
      // All at once, when everything that it speaks of can be served.
      standing = found;
      live = parts;
      for (const hash of retained.keys()) {
        if (retained.size <= MOST_RETAINED) break;
        retained.delete(hash);
      }
      if (isNew) log(`Live is release ${shortName(found.live)}`);
      return isNew;
    } catch (error) {
      log(`The registry cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  function find(release: string): ReleaseParts | undefined {
    for (const [hash, parts] of retained) if (shortName(hash) === release) return parts;
    return undefined;
  }

  function decide(visitor: Visitor): Pin {
    const { rollout, retired } = standing;
    return chooseRelease(
      {
        live: shortName(standing.live),
        ...(rollout && { rollout: { ...rollout, salt: rollout.id, release: shortName(rollout.release) } }),
        isServed: (release) => !retired.has(release) && find(release) !== undefined,
      },
      visitor,
      now(),
    );
  }

  return {
    live: () => live,
    choose(request): Choice {
      const { plan } = live.release.app;
      const query = new URL(request.url).searchParams;
      const cookies = request.headers.get('cookie') ?? undefined;
      const { language } = chooseDocumentLanguage(plan.languages, query.get('lang'), cookies);
      const visitor = readVisitor(plan, query, cookies, language);
      const pin = decide(visitor);
      return {
        parts: find(pin.release) ?? live,
        cookies: writeVisitor(visitor, pin),
        ...(isSampled(visitor, pin, sample) && { counts: tagOf(pin) }),
      };
    },
    retained: () => retained.values(),
    gauges() {
      const { live: hash, rollout, closed } = standing;
      return [
        { name: 'capiz_release_live', labels: { release: shortName(hash) }, value: 1 },
        { name: 'capiz_releases_retained', labels: {}, value: retained.size },
        { name: 'capiz_screens_closed', labels: {}, value: closed.size },
        {
          name: 'capiz_rollout_share',
          labels: rollout ? { release: shortName(rollout.release) } : {},
          value: (rollout?.basisPoints ?? 0) / WHOLE,
        },
      ];
    },
    refresh() {
      // One at a time: two would make the same release twice.
      refreshing = refreshing.then(look);
      return refreshing;
    },
  };
}

function isSampled({ id }: Visitor, { side }: Pin, sample: number): boolean {
  return side !== 'rest' || bucketOf('reports', id) < sample;
}

function tagOf({ release, rollout, side }: Pin) {
  return { release, ...(side !== 'rest' && { group: `${rollout}.${side}` }) };
}
