import { type ReactNode, useCallback } from 'react';
import type { Bundle } from '../api.ts';
import type { Fixtures } from '../load.ts';
import { usePictureReviews } from '../review/picture-reviews.ts';
import { DeniedPictures } from '../review/denied-pictures.tsx';
import { type Found, Review } from '../review/review.tsx';
import { shorten } from './overview.ts';
import type { ReleasesApi, WholeRelease } from './releases-api.ts';
import { useOnce } from './use-asked.ts';

/** Two releases with their documents. */
export interface ReleasePair {
  readonly older: WholeRelease;
  readonly newer: WholeRelease;
  readonly before: Bundle;
  readonly after: Bundle;
  readonly changed: ReadonlySet<string>;
}

export interface ReleaseReviewProps {
  readonly api: ReleasesApi;
  readonly older: string;
  readonly newer: string;
  readonly fixtures: Fixtures;
  /** Whether the screenshots can be reviewed: the release waits for publication. */
  readonly isWaiting: boolean;
  /** The button back, shown if there is nothing else to show. */
  readonly back: ReactNode;
  readonly children: (pair: ReleasePair, found: Found) => ReactNode;
}

/** Compares two releases, with the same view as a draft's review. */
export function ReleaseReview({
  api,
  older,
  newer,
  fixtures,
  isWaiting,
  back,
  children,
}: ReleaseReviewProps) {
  const read = useCallback(() => readPair(api, older, newer), [api, older, newer]);
  const pair = useOnce(read);
  if (pair === undefined) return <p role="status">Reading both releases…</p>;
  if ('refused' in pair) {
    return (
      <main className="st-releases" aria-label="Releases">
        <p role="alert">
          Release {shorten(newer)} cannot be shown. {pair.refused}
        </p>
        {back}
      </main>
    );
  }
  return (
    <OfPair
      {...{ api, pair, fixtures, isWaiting }}
      title={`Release ${shorten(newer)} against ${shorten(older)}`}
    >
      {children}
    </OfPair>
  );
}

interface OfPairProps extends Pick<ReleaseReviewProps, 'api' | 'fixtures' | 'isWaiting' | 'children'> {
  readonly pair: ReleasePair;
  readonly title: string;
}

function OfPair({ api, pair, fixtures, isWaiting, title, children }: OfPairProps) {
  const { before, after, changed, newer } = pair;
  const draft = isWaiting ? newer.draft : undefined;
  const find = useCallback(
    () => Promise.resolve(draft === undefined ? undefined : { draft, release: newer.hash }),
    [draft, newer.hash],
  );
  const reviews = usePictureReviews(api, draft, find, false);
  return (
    <Review
      {...{ title, before, after, changed, fixtures }}
      meant={newer.meant}
      reviews={draft === undefined ? undefined : reviews}
    >
      {(found) => (
        <>
          <DeniedPictures denied={found.denied} onShow={found.onShow} />
          {children(pair, found)}
        </>
      )}
    </Review>
  );
}

async function readPair(api: ReleasesApi, one: string, other: string): Promise<ReleasePair> {
  const [older, newer, before, after] = await Promise.all([
    api.read(one),
    api.read(other),
    api.readFiles(one),
    api.readFiles(other),
  ]);
  const paths = [...new Set([...Object.keys(older.files), ...Object.keys(newer.files)])];
  const changed = new Set(paths.filter((path) => older.files[path] !== newer.files[path]));
  return { older, newer, before, after, changed };
}
