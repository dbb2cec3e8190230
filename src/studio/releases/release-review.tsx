import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Bundle } from '../api.ts';
import type { Fixtures } from '../load.ts';
import { Failed } from '../queries/failed.tsx';
import { KEYS } from '../queries/keys.ts';
import { usePictureReviews } from '../review/picture-reviews.ts';
import { DeniedPictures } from '../review/denied-pictures.tsx';
import { type Found, Review } from '../review/review.tsx';
import { counts } from './approval-note.tsx';
import { shortHash, useReleaseName } from './release-names.ts';
import type { ReleasesApi, WholeRelease } from './releases-api.ts';

/** Two releases with their documents. */
interface TwoReleases {
  readonly older: WholeRelease;
  readonly newer: WholeRelease;
  readonly before: Bundle;
  readonly after: Bundle;
}

export interface ReleasePair extends TwoReleases {
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
  const query = useQuery({
    queryKey: KEYS.releasePair(older, newer),
    queryFn: ({ client }) => readPair(client, api, older, newer),
  });
  const { data } = query;
  const nameOf = useReleaseName();
  const pair = useMemo(() => data && { ...data, changed: changedIn(data) }, [data]);
  if (query.isLoadingError) {
    return (
      <main className="st-releases" aria-label="Releases">
        <Failed what={`This release (${shortHash(newer)}) cannot be shown.`} query={query} />
        {back}
      </main>
    );
  }
  if (pair === undefined) return <p role="status">Reading both releases…</p>;
  return (
    <OfPair {...{ api, pair, fixtures, isWaiting }} title={`${nameOf(newer)} compared with ${nameOf(older)}`}>
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
      assistants={newer.assistants}
      approvedBy={newer.approvals.filter(counts).map(({ actor }) => actor)}
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

async function readPair(
  client: QueryClient,
  api: ReleasesApi,
  one: string,
  other: string,
): Promise<TwoReleases> {
  const filesOf = (release: string): Promise<Bundle> =>
    client.fetchQuery({
      queryKey: KEYS.releaseFiles(release),
      queryFn: () => api.readFiles(release),
      staleTime: Infinity,
    });
  const [older, newer, before, after] = await Promise.all([
    api.read(one),
    api.read(other),
    filesOf(one),
    filesOf(other),
  ]);
  return { older, newer, before, after };
}

/** Paths of the documents that differ. */
function changedIn({ older, newer }: TwoReleases): ReadonlySet<string> {
  const paths = [...Object.keys(older.files), ...Object.keys(newer.files)];
  return new Set(paths.filter((path) => older.files[path] !== newer.files[path]));
}
