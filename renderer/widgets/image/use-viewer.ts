import { useEffect, useState } from 'react';

type ViewerModule = typeof import('./viewer.tsx');

/**
 * The viewer's code, fetched when it is first asked for. Without a connection it may not come: then the
 * picture stays as small as it is, and the next tap asks again.
 */
export function useViewer(isAsked: boolean): ViewerModule | undefined {
  const [viewer, setViewer] = useState<ViewerModule>();
  const isHere = viewer !== undefined;
  useEffect(() => {
    if (!isAsked || isHere) return;
    import('./viewer.tsx').then(setViewer, () => undefined);
  }, [isAsked, isHere]);
  return viewer;
}
