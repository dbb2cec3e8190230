import type { Contract } from '../contract.ts';
import type { Release } from './release.ts';
import type { StaticFiles } from './static-files.ts';

/** What one release brings to a server. */
export interface ReleaseParts {
  readonly release: Release;
  readonly contracts: readonly Contract[];
  /** The product's own pictures. */
  readonly assets: StaticFiles;
}

/** Which release whom: asked again for every document, so that what is live can become another. */
export interface ReleaseSource {
  /** What everybody gets. */
  live(): ReleaseParts;
  /** What this visitor's document is made of. */
  choose(request: Request): ReleaseParts;
  /** Those of which a page may still be open somewhere, the live one among them. */
  retained(): Iterable<ReleaseParts>;
}

/** One release for everybody, as long as the server lives. */
export function fixedRelease(parts: ReleaseParts): ReleaseSource {
  return { live: () => parts, choose: () => parts, retained: () => [parts] };
}
