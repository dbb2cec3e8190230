import type { CountTag } from '#src/shared/reports.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { CurrentValue } from '../metrics.ts';
import type { Asked } from './asked.ts';
import type { DayVisitor } from './day-visitor.ts';
import type { Release } from './release.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** The parts of one release that a server uses. */
export interface ReleaseParts {
  readonly release: Release;
  readonly contracts: readonly Contract[];
  /** The product's images and fonts. */
  readonly assets: StaticFiles;
}

/** The release of a visitor's document. */
export interface Choice {
  readonly parts: ReleaseParts;
  /** `Set-Cookie` values, so that the visitor's next document uses the same release. */
  readonly cookies: readonly string[];
  /** Version of the state of publishing; a later state has a higher one. */
  readonly version: number;
  /** Key for adding up the page's counts; absent if the page does not count. */
  readonly counts?: CountTag;
  /** Set if this is the visitor's first page of the day. */
  readonly visitor?: DayVisitor;
}

/** A call of a contract. */
export interface PageCall {
  readonly path: string;
  /** The calling screen, as its page reports it; undefined for a page of an older build. */
  readonly screen: string | undefined;
  /** The header `Cookie`. */
  readonly cookies: string | undefined;
}

/** `closed`: refused, because its screen is closed. `aged`: allowed, but its release was rolled back. */
export type PageVerdict = 'closed' | 'aged' | undefined;

/** A release that borrowers should get but that cannot be loaded. */
export interface Unserved {
  readonly release: string;
  readonly why: string;
}

/** Decides which visitor gets which release; asked for every document, so that the live release can change. */
export interface ReleaseSource {
  /** The live release. */
  live(): ReleaseParts;
  /** The release of this visitor's document. */
  choose(asked: Asked): Choice;
  /** Releases that open pages may use, including the live one. */
  retained(): Iterable<ReleaseParts>;
  /** The release that came with the built page, if it is not among the retained releases. */
  bundled?(): ReleaseParts;
  /**
   * The file that any server had at this address in the last 30 days, if no release in memory has it: a plan, a
   * built file, an image. `closed` for a plan whose screen is closed.
   * @throws if the search fails, so that it is unknown whether there was such a file.
   */
  findEarlier?(address: string): Promise<StaticFile | 'closed' | undefined>;
  /** Whether a page may still make this call. */
  checkPage?(call: PageCall): PageVerdict;
  /** Releases that should be served but cannot be: an older one is served instead. */
  unserved?(): readonly Unserved[];
  /** Metrics for operators. */
  measure?(): readonly CurrentValue[];
}

/** A source with one release for all visitors; pages do not count. */
export function fixedRelease(parts: ReleaseParts): ReleaseSource {
  const version = Date.now();
  return { live: () => parts, choose: () => ({ parts, cookies: [], version }), retained: () => [parts] };
}
