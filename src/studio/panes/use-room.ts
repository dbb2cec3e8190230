import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Room } from './phone-shape.ts';

/** The size of an element including its scroll bars; undefined before layout. */
export function useRoom(place: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = element;
      // A hidden pane has no size; keep the last one.
      if (width === 0 || height === 0) return;
      setRoom((was) => (was?.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return room;
}
