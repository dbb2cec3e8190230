import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { Draft } from '../api.ts';
import { KEYS, POLL_MS } from '../queries/keys.ts';
import type { DraftStanding, ReleasesApi } from '../releases/releases-api.ts';

/** What was made of a draft, as far as it is read. */
export function useStanding(
  api: Pick<ReleasesApi, 'findOf'>,
  draft: Draft | undefined,
): DraftStanding | undefined {
  const { data } = useQuery({
    queryKey: KEYS.standing(draft?.id, draft?.revision),
    queryFn: draft === undefined ? skipToken : () => api.findOf(draft),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  return data;
}
