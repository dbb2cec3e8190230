import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { Api } from '../api.ts';
import { whenIdle } from '../panes/when-idle.ts';
import { useOnce } from '../releases/use-asked.ts';
import type { DraftChanges, HomePictures } from './pictures.ts';

/** Undefined until the page is idle. */
export const ChangesContext = createContext<HomePictures['describe'] | undefined>(undefined);

/** Loads the compiler and the renderer after the page is shown. */
export function usePictures(
  api: Pick<Api, 'readFiles' | 'readDraft'>,
  live: string | undefined,
): HomePictures | undefined {
  const [made, setMade] = useState<HomePictures>();
  useEffect(() => {
    let isGone = false;
    const loading = whenIdle(() => {
      import('./pictures.ts').then(
        ({ openPictures }) => !isGone && setMade(openPictures(api, live)),
        // Without pictures the page still works.
        () => undefined,
      );
    });
    loading.begin();
    return () => {
      isGone = true;
      loading.end();
    };
  }, [api, live]);
  return made;
}

/** The changes of a draft in words, and a screen that shows one of them; undefined until the page is idle. */
export function useChanges(draft: string): DraftChanges | undefined {
  const describe = useContext(ChangesContext);
  const found = useOnce(useCallback(async () => (await describe?.(draft)) ?? NOTHING, [describe, draft]));
  return found === undefined || 'refused' in found ? undefined : found;
}

const NOTHING: DraftChanges = { changes: [], screen: undefined };
