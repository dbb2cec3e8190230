import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Api } from '../api.ts';
import type { OpenDraft } from '#src/shared/registry/home.ts';
import { whenIdle } from '../panes/when-idle.ts';
import { KEYS } from '../queries/keys.ts';
import type { DraftChanges, HomePictures } from './pictures.ts';

/** Undefined until the page is idle. */
export const ChangesContext = createContext<HomePictures['describe'] | undefined>(undefined);

/** Loads the compiler and the renderer after the page is shown. */
export function usePictures(
  api: Pick<Api, 'readFiles' | 'readDraft'>,
  live: string | undefined,
): HomePictures | undefined {
  const client = useQueryClient();
  const [made, setMade] = useState<HomePictures>();
  useEffect(() => {
    let isGone = false;
    const loading = whenIdle(() => {
      import('./pictures.ts').then(
        ({ openPictures }) => !isGone && setMade(openPictures(client, api, live)),
        // Without pictures the page still works.
        () => undefined,
      );
    });
    loading.begin();
    return () => {
      isGone = true;
      loading.end();
    };
  }, [client, api, live]);
  return made;
}

/** Changes with each save of a draft. */
export function versionOf({ base = '', at, saved }: OpenDraft): string {
  return `${base} ${saved?.at ?? at}`;
}

/** The changes of a draft in words, and a screen that shows one of them; undefined until the page is idle. */
export function useChanges(draft: string, version: string): DraftChanges | undefined {
  const describe = useContext(ChangesContext);
  const { data } = useQuery({
    queryKey: KEYS.draftChanges(draft, version),
    queryFn: describe === undefined ? skipToken : () => describe(draft, version),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return data;
}
