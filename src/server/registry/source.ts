import * as v from 'valibot';
import type { CountTag } from '#src/shared/reports.ts';
import { bucketOf, type Group, EVERYONE } from '#src/shared/rollout/assign.ts';
import { chooseRelease, type Offer } from '../delivery/choose-release.ts';
import { chooseDocumentLanguage } from '../delivery/language.ts';
import { readDayVisitor } from '../delivery/day-visitor.ts';
import type { Choice, ReleaseParts, ReleaseSource, Unserved } from '../delivery/release-source.ts';
import type { StaticFile, StaticFiles } from '../delivery/static-files.ts';
import {
  LONGEST_VISIT_MS,
  type Pin,
  readPageRelease,
  readVisitor,
  shortName,
  type Visitor,
  writeVisitor,
} from '../delivery/visitor.ts';
import { planAddress } from '#src/shared/release.ts';
import type { Definitions } from '../project.ts';
import { closeIn, findClosedPaths } from './closed-screens.ts';
import type { Database } from './database.ts';
import { readPublishingState, type PublishingState } from './offer.ts';
import { listLiveSince } from './releases.ts';
import { load, loadRelease, whyUnservable } from './servable.ts';
import { createServedFiles } from './served-files.ts';
import type { Log } from '../log.ts';
import { describeUnexpected } from '../unexpected-error.ts';

/** Maximum number of releases in memory, for pages that were opened with them. */
const MOST_RETAINED = 6;

export interface RegistrySource extends ReleaseSource {
  /**
   * Reads the state of publishing. If the database fails, the last state stays in use.
   * @returns whether another release is live than before.
   */
  refresh(): Promise<boolean>;
}

/** The state of publishing at start, and the releases that the first documents need. */
export interface FirstPublishingState {
  readonly standing: PublishingState;
  /** By hash: releases that visits may still use; the served one is last. */
  readonly releases: ReadonlyMap<string, Definitions>;
  /** By hash: why a release newer than the served one cannot be served. */
  readonly unservable: ReadonlyMap<string, string>;
}

/** A release in memory. */
interface Held {
  readonly whole: ReleaseParts;
  /** The release as it is served, without closed screens. */
  readonly given: ReleaseParts;
  /** Paths of calls that only its closed screens make. */
  readonly closedPaths: ReadonlySet<string>;
}

function hold(whole: ReleaseParts, closed: ReadonlySet<string>): Held {
  return { whole, given: closeIn(whole, closed), closedPaths: findClosedPaths(whole, closed) };
}

/**
 * Reads the state at start. Earlier releases are loaded too, because a visit stays on its release even if it
 * meets a restarted server. If the live release cannot be served, the newest earlier one that can be is
 * served.
 * @throws Error on an empty installation, and if no release that was ever live can be served.
 */
export async function readFirst(database: Database, now: number): Promise<FirstPublishingState> {
  const found = await readPublishingState(database);
  if (found === undefined) throw new Error('Nothing is live.');
  const { rollout, retired } = found;
  const unservable = new Map<string, string>();
  const [live, served] = await findServed(database, found, unservable);
  const recent = await listLiveSince(database.queries, now - LONGEST_VISIT_MS);
  const earlier = recent.filter((hash) => hash !== live && !retired.has(shortName(hash)));
  const wanted = [
    ...earlier.slice(0, MOST_RETAINED - 2).reverse(),
    ...(rollout ? [rollout.release] : []),
    live,
  ];
  const releases = new Map<string, Definitions>();
  for (const hash of wanted) {
    if (hash === live) releases.set(hash, served);
    else if (!unservable.has(hash)) {
      const read = await loadRelease(database.queries, hash, (value) => ({ is: 'loaded', value }));
      if (read.is === 'loaded') releases.set(hash, read.value);
      else unservable.set(hash, read.why);
    }
  }
  return { standing: { ...found, live }, releases, unservable };
}

/** The live release, or the newest earlier release that can be served and was not rolled back. */
async function findServed(
  { queries }: Database,
  { live, retired }: PublishingState,
  unservable: Map<string, string>,
): Promise<[hash: string, definitions: Definitions]> {
  const earlier = await listLiveSince(queries, 0);
  for (const hash of [live, ...earlier.filter((one) => one !== live && !retired.has(shortName(one)))]) {
    const read = await loadRelease(queries, hash, (definitions) => {
      const why = whyUnservable(definitions);
      return why === undefined ? { is: 'loaded', value: definitions } : { is: 'unservable', why };
    });
    if (read.is === 'loaded') return [hash, read.value];
    unservable.set(hash, read.why);
  }
  throw new Error(
    `Release ${shortName(live)} is live and cannot be served: ${unservable.get(live)} No earlier one can be either.`,
  );
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
  let standing = first.standing;
  const servedFiles = createServedFiles(database, now);
  // Ordered by last use; the live release is last.
  const retained = new Map<string, Held>();
  const unservable = new Map(first.unservable);
  for (const [hash, definitions] of first.releases) {
    const loaded = load(definitions, make);
    if (loaded.is === 'loaded') retained.set(hash, hold(loaded.value, standing.closed));
    else unservable.set(hash, loaded.why);
  }
  let live = retained.get(standing.live) as Held;
  /** Releases that borrowers should get now but that cannot be served. */
  let missed: readonly Unserved[] = [...first.unservable].map(([release, why]) => ({ release, why }));
  let byName: ReadonlyMap<string, ReleaseParts> = new Map();
  let given: readonly ReleaseParts[] = [];
  let offer: Offer;
  const tags: Tags = { candidate: new Map(), control: new Map(), rest: new Map() };
  const bundledOwn = own && load(own, make);
  let bundled = bundledOwn?.is === 'loaded' ? hold(bundledOwn.value, standing.closed) : live;
  let refreshing: Promise<boolean> = Promise.resolve(false);

  /**
   * Stores the files for pages that were opened with them: another server, or this one after a restart, must
   * answer those pages.
   */
  async function storeFiles(): Promise<void> {
    const files = [...built].filter(
      ([address, { isImmutable }]) => isImmutable && /^\/capiz\/assets\//.test(address),
    );
    for (const { given } of retained.values()) {
      const { release, assets } = given;
      files.push(...assets);
      for (const [name, content] of release.files)
        files.push([planAddress(name), { content, type: 'application/json', isImmutable: true }]);
    }
    await servedFiles.note(files);
  }

  /** Loads a release if necessary, and moves it to the end of `retained`. */
  async function retain(hash: string, closed: PublishingState['closed']): Promise<Held | undefined> {
    const held = retained.get(hash) ?? (await loadHeld(hash, closed));
    if (held === undefined) return undefined;
    retained.delete(hash);
    retained.set(hash, held);
    return held;
  }

  /** Undefined if it cannot be served. A failure is permanent, so it is not retried. */
  async function loadHeld(hash: string, closed: PublishingState['closed']): Promise<Held | undefined> {
    if (unservable.has(hash)) return undefined;
    const loaded = await loadRelease(database.queries, hash, (definitions) => load(definitions, make));
    if (loaded.is === 'loaded') return hold(loaded.value, closed);
    unservable.set(hash, loaded.why);
    return undefined;
  }

  /** Updates `missed`, and logs each new release in it once. */
  function updateMissed(releases: readonly string[]): void {
    const before = new Set(missed.map(({ release }) => release));
    missed = releases.flatMap((release) => {
      const why = unservable.get(release);
      return why === undefined ? [] : [{ release, why }];
    });
    for (const one of missed) if (!before.has(one.release)) log(describeUnserved(one, standing.live));
  }

  /** Computes what every document needs, once per change of the state. */
  function updateOffer(): void {
    const { rollout, retired } = standing;
    given = [...retained.values()].map((held) => held.given);
    for (const known of Object.values(tags)) known.clear();
    byName = new Map([...retained].map(([hash, held]) => [shortName(hash), held.given]));
    offer = {
      live: shortName(standing.live),
      ...(rollout && { rollout: { ...rollout, salt: rollout.id, release: shortName(rollout.release) } }),
      isServed: (release) => !retired.has(release) && byName.has(release),
    };
  }

  /** Applies the closed screens to every release in memory. */
  function applyClosed(closed: PublishingState['closed']): void {
    const names = [...closed].join(' ');
    if (names === [...standing.closed].join(' ')) return;
    for (const [hash, { whole }] of retained) retained.set(hash, hold(whole, closed));
    bundled = hold(bundled.whole, closed);
    log(closed.size === 0 ? 'No screen is closed' : `Closed: ${names}`);
  }

  async function readState(): Promise<boolean> {
    try {
      const found = await readPublishingState(database);
      if (found === undefined) return false;
      const { closed } = found;
      applyClosed(closed);
      const candidate = found.rollout && (await retain(found.rollout.release, closed));
      const wanted = await retain(found.live, closed);
      // If the new release cannot be served, the current one stays.
      const served = wanted === undefined ? standing.live : found.live;
      const held = wanted ?? (await retain(served, closed)) ?? live;
      const isNew = served !== standing.live;
      // Replaced in one step, when all its releases are loaded.
      const { rollout, ...rest } = found;
      standing = { ...rest, live: served, ...(rollout && candidate && { rollout }) };
      live = held;
      updateMissed([found.live, ...(rollout ? [rollout.release] : [])]);
      for (const hash of retained.keys()) {
        if (retained.size <= MOST_RETAINED) break;
        retained.delete(hash);
      }
      updateOffer();
      if (isNew) log(`Live is release ${shortName(served)}`);
      storeFiles().catch(logFailure);
      return isNew;
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  function logFailure(error: unknown): void {
    log('The registry cannot be read', describeUnexpected(error));
  }

  updateOffer();
  for (const one of missed) log(describeUnserved(one, standing.live));
  return {
    live: () => live.given,
    unserved: () => missed,
    choose({ query, header }): Choice {
      const { plan } = live.given.release.app;
      const cookies = header('cookie');
      const { language } = chooseDocumentLanguage(plan.languages, query.get('lang'), cookies);
      const visitor = readVisitor(plan, query, cookies, language);
      const pin = chooseRelease(offer, visitor, now());
      const day = readDayVisitor(visitor, { header }, now());
      return {
        parts: byName.get(pin.release) ?? live.given,
        cookies: writeVisitor(visitor, pin),
        version: standing.version,
        ...(isSampled(visitor, pin, sample) && { counts: tagOf(pin, tags) }),
        ...(day && { visitor: day }),
      };
    },
    bundled: () => bundled.given,
    retained: () => given,
    async findEarlier(address) {
      const file = await servedFiles.find(address);
      return file !== undefined && isOfClosed(file, standing.closed) ? 'closed' : file;
    },
    checkPage({ path, screen, cookies }) {
      const { closed, retired } = standing;
      if (screen === undefined) return live.closedPaths.has(path) ? 'closed' : undefined;
      if (closed.has(screen)) return 'closed';
      const release = readPageRelease(cookies);
      return release !== undefined && retired.has(release) ? 'aged' : undefined;
    },
    gauges() {
      const { live: hash, rollout, closed } = standing;
      return [
        { name: 'capiz_release_live', labels: { release: shortName(hash) }, value: 1 },
        { name: 'capiz_releases_unservable', labels: {}, value: missed.length },
        { name: 'capiz_releases_retained', labels: {}, value: retained.size },
        { name: 'capiz_screens_closed', labels: {}, value: closed.size },
        {
          name: 'capiz_rollout_share',
          labels: rollout ? { release: shortName(rollout.release) } : {},
          value: (rollout?.basisPoints ?? 0) / EVERYONE,
        },
      ];
    },
    refresh() {
      // One at a time: two would load the same release twice.
      refreshing = refreshing.then(readState);
      return refreshing;
    },
  };
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
