import type { CountTag } from '#src/shared/reports.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Gauge } from '../metrics.ts';
import type { Asked } from './asked.ts';
import type { DayVisitor } from './day-visitor.ts';
import type { Release } from './release.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** What one release brings to a server. */
export interface ReleaseParts {
  readonly release: Release;
  readonly contracts: readonly Contract[];
  /** The product's own pictures. */
  readonly assets: StaticFiles;
}

/** What a visitor's document is made of. */
export interface Choice {
  readonly parts: ReleaseParts;
  /** Each a `Set-Cookie`, so that the visitor's next document is of the same release. */
  readonly cookies: readonly string[];
  /** Of what is known of publishing; later knowledge has a higher one. */
  readonly version: number;
  /** Key for adding up the page's counts; absent if the page does not count. */
  readonly counts?: CountTag;
  /** Where this is their first page of the day. */
  readonly visitor?: DayVisitor;
}

/** A call of a contract. */
export interface PageCall {
  readonly path: string;
  /** The screen that makes it, as its page says; undefined for a page of a build that did not say. */
  readonly screen: string | undefined;
  /** The header `Cookie`. */
  readonly cookies: string | undefined;
}

/** `closed`: not, for its screen is closed. `aged`: it may, but its release was taken back. */
export type PageVerdict = 'closed' | 'aged' | undefined;

/** A release that borrowers should get but that cannot be loaded. */
export interface Unserved {
  readonly release: string;
  readonly why: string;
}

/** Which release whom: asked again for every document, so that what is live can become another. */
export interface ReleaseSource {
  /** What everybody gets. */
  live(): ReleaseParts;
  /** What this visitor's document is made of. */
  choose(asked: Asked): Choice;
  /** Those of which a page may still be open somewhere, the live one among them. */
  retained(): Iterable<ReleaseParts>;
  /** What came with the built page, where that may be another than those. */
  bundled?(): ReleaseParts;
  /**
   * What any server had at this address in the last 30 days, where no release at hand has it: a plan, a built file, a
   * picture. `closed` for a plan whose screen is closed.
   *
   * @throws where it cannot be known now.
   */
  findEarlier?(address: string): Promise<StaticFile | 'closed' | undefined>;
  /** Whether the page that makes this call may still make it. */
  judge?(call: PageCall): PageVerdict;
  /** Releases that should be served and cannot be: an older one is served instead. */
  unserved?(): readonly Unserved[];
  /** For whoever watches the server. */
  gauges?(): readonly Gauge[];
}

/** One release for everybody, as long as the server lives; nobody counts. */
export function fixedRelease(parts: ReleaseParts): ReleaseSource {
  const version = Date.now();
  return { live: () => parts, choose: () => ({ parts, cookies: [], version }), retained: () => [parts] };
}
