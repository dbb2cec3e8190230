import type { ReleaseParts } from '../delivery/release-source.ts';
import { LONGEST_VISIT_MS, shortName } from '../delivery/visitor.ts';
import type { Definitions } from '../project.ts';
import { closeIn, findClosedPaths } from './closed-screens.ts';
import type { Database } from './database.ts';
import { readPublishingState, type PublishingState } from './offer.ts';
import { listLiveSince } from './releases.ts';
import { load, loadRelease, whyUnservable } from './servable.ts';

/** Maximum number of releases in memory, for pages that were opened with them. */
const MOST_RETAINED = 6;

/** The state of publishing at start, and the releases that the first documents need. */
export interface FirstPublishingState {
  readonly standing: PublishingState;
  /** By hash: releases that visits may still use; the served one is last. */
  readonly releases: ReadonlyMap<string, Definitions>;
  /** By hash: why a release newer than the served one cannot be served. */
  readonly unservable: ReadonlyMap<string, string>;
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

type Closed = PublishingState['closed'];

/** A release in memory. */
export interface Held {
  readonly whole: ReleaseParts;
  /** The release as it is served, without closed screens. */
  readonly given: ReleaseParts;
  /** Paths of calls that only its closed screens make. */
  readonly closedPaths: ReadonlySet<string>;
}

function hold(whole: ReleaseParts, closed: Closed): Held {
  return { whole, given: closeIn(whole, closed), closedPaths: findClosedPaths(whole, closed) };
}

export interface HeldReleases {
  /** By hash and last use; the live one is last. */
  readonly retained: ReadonlyMap<string, Held>;
  /** By hash: why a release cannot be served. */
  readonly unservable: ReadonlyMap<string, string>;
  /** The release of the built page; if there is none, the one that was live at start. */
  bundled(): Held;
  /** Loads a release if necessary, and moves it to the end of `retained`. Undefined if it cannot be served. */
  retain(hash: string, closed: Closed): Promise<Held | undefined>;
  /** Applies the closed screens to every release in memory. */
  close(closed: Closed): void;
  dropOldest(): void;
}

/** Loads the releases of the start into memory. */
export function holdReleases(
  { queries }: Database,
  make: (definitions: Definitions) => ReleaseParts,
  { standing, releases, unservable: known }: FirstPublishingState,
  own: Definitions | undefined,
): HeldReleases {
  const retained = new Map<string, Held>();
  const unservable = new Map(known);
  for (const [hash, definitions] of releases) {
    const loaded = load(definitions, make);
    if (loaded.is === 'loaded') retained.set(hash, hold(loaded.value, standing.closed));
    else unservable.set(hash, loaded.why);
  }
  const bundledOwn = own && load(own, make);
  let bundled =
    bundledOwn?.is === 'loaded'
      ? hold(bundledOwn.value, standing.closed)
      : (retained.get(standing.live) as Held);

  /** A failure is permanent, so it is not retried. */
  async function loadHeld(hash: string, closed: Closed): Promise<Held | undefined> {
    if (unservable.has(hash)) return undefined;
    const loaded = await loadRelease(queries, hash, (definitions) => load(definitions, make));
    if (loaded.is === 'loaded') return hold(loaded.value, closed);
    unservable.set(hash, loaded.why);
    return undefined;
  }

  return {
    retained,
    unservable,
    bundled: () => bundled,
    async retain(hash, closed) {
      const held = retained.get(hash) ?? (await loadHeld(hash, closed));
      if (held === undefined) return undefined;
      retained.delete(hash);
      retained.set(hash, held);
      return held;
    },
    close(closed) {
      for (const [hash, { whole }] of retained) retained.set(hash, hold(whole, closed));
      bundled = hold(bundled.whole, closed);
    },
    dropOldest() {
      for (const hash of retained.keys()) {
        if (retained.size <= MOST_RETAINED) break;
        retained.delete(hash);
      }
    },
  };
}
