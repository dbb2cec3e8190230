import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Api } from '../api.ts';
import { whenIdle } from '../panes/when-idle.ts';
import { useOnce } from '../releases/use-asked.ts';
import type { DraftChanges, Pictured, Pictures } from './pictures.ts';

const Rendered = lazy(async () => ({ default: (await import('./rendered.tsx')).Rendered }));

/** Undefined until the page is idle. */
export const PicturesContext = createContext<Pictures | undefined>(undefined);

/** Loads the compiler and the renderer after the page is shown. */
export function usePictures(
  api: Pick<Api, 'readFiles' | 'readDraft'>,
  live: string | undefined,
): Pictures | undefined {
  const [made, setMade] = useState<Pictures>();
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

/** A small picture of a screen; empty until it is near the window. Hidden from screen readers: the title is beside it. */
export function Picture({ pictured }: { readonly pictured: Pictured | undefined }) {
  const pictures = useContext(PicturesContext);
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <div ref={place} className="ho-picture" aria-hidden="true" inert>
      {pictured !== undefined && pictures !== undefined && isNear ? (
        <Suspense>
          <Rendered key={`${pictured.draft} ${pictured.screen}`} {...{ pictures }} {...pictured} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Distance from the window at which a picture is rendered, in CSS pixels. */
const NEAR = '400px';

function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}

/** The changes of a draft in words, and a screen that shows one of them; undefined until the page is idle. */
export function useChanges(draft: string): DraftChanges | undefined {
  const pictures = useContext(PicturesContext);
  const found = useOnce(
    useCallback(async () => (await pictures?.describe(draft)) ?? NOTHING, [pictures, draft]),
  );
  return found === undefined || 'refused' in found ? undefined : found;
}

const NOTHING: DraftChanges = { changes: [], screen: undefined };
