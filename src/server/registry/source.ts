import * as v from 'valibot';
import type { CountTag } from '#src/shared/reports.ts';
import { bucketOf, type Group, EVERYONE } from '#src/shared/rollout/assign.ts';
import type { Asked } from '../delivery/asked.ts';
import { chooseRelease, type Offer } from '../delivery/choose-release.ts';
import { chooseDocumentLanguage } from '../delivery/language.ts';
import { readDayVisitor } from '../delivery/day-visitor.ts';
import type { Choice, ReleaseParts, ReleaseSource, Unserved } from '../delivery/release-source.ts';
import type { StaticFile, StaticFiles } from '../delivery/static-files.ts';
import {
  type Pin,
  readPageRelease,
  readVisitor,
  shortName,
  type Visitor,
  writeVisitor,
} from '../delivery/visitor.ts';
import { planAddress } from '#src/shared/release.ts';
import type { Definitions } from '../project.ts';
import type { CurrentValue } from '../metrics.ts';
import type { Database } from './database.ts';
import { type FirstPublishingState, type Held, type HeldReleases, holdReleases } from './held-releases.ts';
import { readPublishingState, type PublishingState } from './offer.ts';
import { createServedFiles } from './served-files.ts';
import type { Log } from '../log.ts';
import { describeUnexpected } from '../unexpected-error.ts';

export interface RegistrySource extends ReleaseSource {
  /**
   * Reads the state of publishing. If the database fails, the last state stays in use.
   * @returns whether another release is live than before.
   */
  refresh(): Promise<boolean>;
}

export interface RegistrySourceOptions {
  readonly database: Database;
  readonly first: FirstPublishingState;
  readonly make: (definitions: Definitions) => ReleaseParts;
  /** Files of the built page. */
  readonly built: StaticFiles;
  /** Definitions of the built page; default: the release that was live at start. */
  readonly own?: Definitions;
  /** How many of 10,000 visits outside rollouts send reports. */
  readonly sample: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A line for the operator. */
  readonly log: Log;
}

/** Serves the live release and, to its audience, the release of the rollout. */
export function createRegistrySource(options: RegistrySourceOptions): RegistrySource {
  const { database, first, make, built, own, sample, now, log } = options;
  const servedFiles = createServedFiles(database, now);
  const releases = holdReleases(database, make, first, own);
  const { retained } = releases;
  const missed = [...first.unservable].map(([release, why]) => ({ release, why }));
  let serving = serve(first.standing, retained.get(first.standing.live) as Held, missed, retained);
  let refreshing: Promise<boolean> = Promise.resolve(false);

  /** Whether the last read failed. */
  let isAway = false;

  async function readState(): Promise<boolean> {
    try {
      const found = await readPublishingState(database);
      if (isAway) log('The database can be read again');
      isAway = false;
      if (found === undefined) return false;
      applyClosed(found.closed);
      const before = serving;
      const { standing, live } = await loadState(found, before, releases);
      const missedNow = listMissed(found, releases.unservable);
      const known = new Set(before.missed.map(({ release }) => release));
      for (const one of missedNow)
        if (!known.has(one.release)) log(describeUnserved(one, standing.live), { level: 'error' });
      releases.dropOldest();
      // Replaced in one step, when all its releases are loaded.
      serving = serve(standing, live, missedNow, retained);
      const isNew = standing.live !== before.standing.live;
      if (isNew) log(`Live is release ${shortName(standing.live)}`);
      servedFiles.note(listFiles(built, retained)).catch(logFailure);
      return isNew;
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  /** Serves the releases in memory with these screens closed, also if the next release cannot be read afterwards. */
  function applyClosed(closed: PublishingState['closed']): void {
    const { standing, live, missed } = serving;
    const names = [...closed].join(' ');
    if (names === [...standing.closed].join(' ')) return;
    releases.close(closed);
    serving = serve({ ...standing, closed }, retained.get(standing.live) ?? live, missed, retained);
    log(closed.size === 0 ? 'No screen is closed' : `Closed: ${names}`);
  }

  function logFailure(error: unknown): void {
    isAway = true;
    log('The database cannot be read', { level: 'error', ...describeUnexpected(error) });
  }

  for (const one of missed) log(describeUnserved(one, first.standing.live), { level: 'error' });
  return {
    live: () => serving.live.given,
    unserved: () => serving.missed,
    choose: (asked) => choose(serving, asked, sample, now),
    bundled: () => releases.bundled().given,
    retained: () => serving.given,
    async findEarlier(address) {
      const file = await servedFiles.find(address);
      return file !== undefined && isOfClosed(file, serving.standing.closed) ? 'closed' : file;
    },
    checkPage({ path, screen, cookies }) {
      const { closed, retired } = serving.standing;
      if (screen === undefined) return serving.live.closedPaths.has(path) ? 'closed' : undefined;
      if (closed.has(screen)) return 'closed';
      const release = readPageRelease(cookies);
      return release !== undefined && retired.has(release) ? 'aged' : undefined;
    },
    measure: () => measure(serving, retained.size, now()),
    refresh() {
      // One at a time: two would load the same release twice.
      refreshing = refreshing.then(readState);
      return refreshing;
    },
  };
}

/** What every document needs, computed once per change of the state of publishing. */
interface Serving {
  readonly standing: PublishingState;
  readonly live: Held;
  /** Releases that borrowers should get now but that cannot be served. */
  readonly missed: readonly Unserved[];
  readonly given: readonly ReleaseParts[];
  readonly byName: ReadonlyMap<string, ReleaseParts>;
  readonly offer: Offer;
  readonly tags: Tags;
}

function serve(
  standing: PublishingState,
  live: Held,
  missed: readonly Unserved[],
  retained: HeldReleases['retained'],
): Serving {
  const { rollout, retired } = standing;
  const given = [...retained.values()].map((held) => held.given);
  const byName = new Map([...retained].map(([hash, held]) => [shortName(hash), held.given]));
  const offer: Offer = {
    live: shortName(standing.live),
    ...(rollout && { rollout: { ...rollout, release: shortName(rollout.release) } }),
    isServed: (release) => !retired.has(release) && byName.has(release),
  };
  const tags: Tags = { candidate: new Map(), control: new Map(), rest: new Map() };
  return { standing, live, missed, given, byName, offer, tags };
}

/** Loads what a state of publishing needs. If its release cannot be served, the current one stays. */
async function loadState(
  found: PublishingState,
  current: Serving,
  releases: HeldReleases,
): Promise<Pick<Serving, 'standing' | 'live'>> {
  const { rollout, ...rest } = found;
  const candidate = rollout && (await releases.retain(rollout.release, found.closed));
  const wanted = await releases.retain(found.live, found.closed);
  const served = wanted === undefined ? current.standing.live : found.live;
  const live = wanted ?? (await releases.retain(served, found.closed)) ?? current.live;
  return { standing: { ...rest, live: served, ...(rollout && candidate && { rollout }) }, live };
}

function listMissed({ live, rollout }: PublishingState, unservable: ReadonlyMap<string, string>): Unserved[] {
  return [live, ...(rollout ? [rollout.release] : [])].flatMap((release) => {
    const why = unservable.get(release);
    return why === undefined ? [] : [{ release, why }];
  });
}

/**
 * The files to store for pages that were opened with them: another server, or this one after a restart, must
 * answer those pages.
 */
function listFiles(built: StaticFiles, retained: HeldReleases['retained']): [string, StaticFile][] {
  const files = [...built].filter(
    ([address, { isImmutable }]) => isImmutable && /^\/capiz\/assets\//.test(address),
  );
  for (const { given } of retained.values()) {
    const { release, assets } = given;
    files.push(...assets);
    for (const [name, content] of release.files)
      files.push([planAddress(name), { content, type: 'application/json', isImmutable: true }]);
  }
  return files;
}

function choose(serving: Serving, { query, header }: Asked, sample: number, now: () => number): Choice {
  const { plan } = serving.live.given.release.app;
  const cookies = header('cookie');
  const { language } = chooseDocumentLanguage(plan.languages, query.get('lang'), cookies);
  const visitor = readVisitor(plan, query, cookies, language);
  const pin = chooseRelease(serving.offer, visitor, now());
  const day = readDayVisitor(visitor, { header }, now());
  return {
    parts: serving.byName.get(pin.release) ?? serving.live.given,
    cookies: writeVisitor(visitor, pin),
    version: serving.standing.version,
    ...(isSampled(visitor, pin, sample) && { counts: tagOf(pin, serving.tags) }),
    ...(day && { visitor: day }),
  };
}

function measure({ standing, missed }: Serving, retained: number, now: number): CurrentValue[] {
  const { live, rollout, closed } = standing;
  const bakeMs = rollout?.strategy.stages[rollout.stage]?.bakeMs ?? 0;
  const overdueMs = rollout?.state === 'running' ? Math.max(0, now - rollout.since - bakeMs) : 0;
  return [
    { name: 'capiz_release_live', labels: { release: shortName(live) }, value: 1 },
    { name: 'capiz_releases_unservable', value: missed.length },
    { name: 'capiz_releases_retained', value: retained },
    { name: 'capiz_screens_closed', value: closed.size },
    {
      name: 'capiz_rollout_share',
      labels: rollout ? { release: shortName(rollout.release) } : {},
      value: (rollout?.basisPoints ?? 0) / EVERYONE,
    },
    { name: 'capiz_rollout_overdue_seconds', value: overdueMs / 1_000 },
  ];
}

function describeUnserved({ release, why }: Unserved, served: string): string {
  return (
    `Release ${shortName(release)} CANNOT BE SERVED: ${why} Borrowers get release ${shortName(served)}. ` +
    'Roll back (npx capiz rollback), or publish one that can be.'
  );
}

const PLAN_NAME = v.pipe(v.string(), v.parseJson(), v.object({ id: v.optional(v.unknown()) }));

/** A plan contains the id of its screen; other JSON files belong to no screen. */
function isOfClosed({ type, content }: StaticFile, closed: PublishingState['closed']): boolean {
  if (closed.size === 0 || type !== 'application/json') return false;
  const { id } = v.parse(PLAN_NAME, Buffer.from(content.identity).toString('utf8'));
  return typeof id === 'string' && closed.has(id);
}

function isSampled({ id }: Visitor, { side }: Pin, sample: number): boolean {
  if (side !== 'rest' || sample >= EVERYONE) return true;
  return sample > 0 && bucketOf('reports', id) < sample;
}

/** Tags by side of the rollout in progress and by release; pages that count together share one object. */
type Tags = { readonly [side in Group]: Map<string, CountTag> };

function tagOf({ release, rollout, side }: Pin, tags: Tags): CountTag {
  let tag = tags[side].get(release);
  if (tag === undefined) {
    tag = { release, ...(side !== 'rest' && { group: `${rollout}.${side}` }) };
    tags[side].set(release, tag);
  }
  return tag;
}
