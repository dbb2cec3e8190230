import type { CountTag } from '#src/shared/reports.ts';
import type { Contract } from '../contract.ts';
import type { Gauge } from '../metrics.ts';
import type { Release } from './release.ts';
import type { StaticFiles } from './static-files.ts';

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
  /** Under what the page's counts are added up; absent where it does not count. */
  readonly counts?: CountTag;
}

/** Which release whom: asked again for every document, so that what is live can become another. */
export interface ReleaseSource {
  /** What everybody gets. */
  live(): ReleaseParts;
  /** What this visitor's document is made of. */
  choose(request: Request): Choice;
  /** Those of which a page may still be open somewhere, the live one among them. */
  retained(): Iterable<ReleaseParts>;
  /** For whoever watches the server. */
  gauges?(): readonly Gauge[];
}

/** One release for everybody, as long as the server lives; nobody counts. */
export function fixedRelease(parts: ReleaseParts): ReleaseSource {
  return { live: () => parts, choose: () => ({ parts, cookies: [] }), retained: () => [parts] };
}
