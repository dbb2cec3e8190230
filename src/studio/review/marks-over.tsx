import { useEffect, useState } from 'react';
import type { Mark, MarkKind } from './marks.ts';
import { placeOf } from './painted.ts';
import './marks-over.css';

export interface MarksOverProps {
  readonly marks: readonly Mark[];
  readonly page: Window;
  /** Scale of the screenshot. */
  readonly scale: number;
}

/** Where a mark is, in CSS pixels from the top left of the visible part of the page. */
export interface MarkPlace {
  readonly kind: MarkKind;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Distance between a mark and its element, in CSS pixels. */
const OFF = 3;

/** Boxes around the differences, over the screenshot. The same differences are listed as text beside it. */
export function MarksOver({ marks, page, scale }: MarksOverProps) {
  const places = usePlaces(marks, page);
  return (
    <div
      className="st-marks"
      aria-hidden="true"
      style={{ width: page.innerWidth, height: page.innerHeight, transform: `scale(${scale})` }}
    >
      {places.map(({ kind, ...style }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two marks of one kind can have the same position
        <div key={at} className={`st-marked-place st-marked-${kind}`} style={style} />
      ))}
    </div>
  );
}

/** The places of the marks; they follow the page as it scrolls. */
export function usePlaces(marks: readonly Mark[], page: Window | undefined): readonly MarkPlace[] {
  const [places, setPlaces] = useState<readonly MarkPlace[]>([]);
  useEffect(() => {
    const measure = (): void => setPlaces(marks.map(measureMark));
    measure();
    page?.addEventListener('scroll', measure, { capture: true, passive: true });
    page?.addEventListener('resize', measure);
    return () => {
      page?.removeEventListener('scroll', measure, { capture: true });
      page?.removeEventListener('resize', measure);
    };
  }, [marks, page]);
  return places;
}

/** Where a mark is now. */
export function measureMark({ kind, painted }: Mark): MarkPlace {
  const boxes = painted.map(placeOf);
  const left = Math.min(...boxes.map((box) => box.left)) - OFF;
  const top = Math.min(...boxes.map((box) => box.top)) - OFF;
  const right = Math.max(...boxes.map((box) => box.right)) + OFF;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + OFF;
  return { kind, left, top, width: right - left, height: bottom - top };
}
