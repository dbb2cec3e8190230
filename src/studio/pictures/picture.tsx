import { createContext, lazy, Suspense, useContext, useEffect, useRef, useState } from 'react';
import type { Pictured, PictureSource } from './picture-source.ts';
import './pictures.css';

const Rendered = lazy(async () => ({ default: (await import('./rendered.tsx')).Rendered }));

/** Undefined until pictures can be rendered. */
export const PicturesContext = createContext<PictureSource | undefined>(undefined);

export interface PictureProps {
  readonly pictured: Pictured | undefined;
  /** `tiny` is for a list with many lines. Default: `small`. */
  readonly size?: 'small' | 'tiny';
}

/** A small picture of a screen; empty until it is near the window. Hidden from screen readers: the title is beside it. */
export function Picture({ pictured, size = 'small' }: PictureProps) {
  const pictures = useContext(PicturesContext);
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <div ref={place} className={`st-tile st-tile-${size}`} aria-hidden="true" inert>
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
