import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { DraftUpdate } from '#src/shared/registry/draft-update.ts';
import { KEYS, refreshReleases } from '../queries/keys.ts';
import type { News } from './news.ts';

/** The last event about the draft. The data that the event reports as changed is read again. */
export function useNews(news: Pick<News, 'subscribe' | 'snapshot'>): DraftUpdate | undefined {
  const client = useQueryClient();
  const heard = useSyncExternalStore(news.subscribe, news.snapshot);
  const { comments, state } = heard ?? {};
  useEffect(() => {
    if (comments === undefined) return;
    for (const queryKey of [KEYS.comments, KEYS.mentions, KEYS.waiting])
      void client.invalidateQueries({ queryKey });
  }, [client, comments]);
  useEffect(() => {
    if (state !== undefined) void refreshReleases(client);
  }, [client, state]);
  return heard;
}
