import { useEffect, useLayoutEffect, useRef } from 'react';

/** Back, of the shell or the browser, closes an open surface. */
export function useCover(cover: (close: () => void) => () => void, onDismiss: () => void): void {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  // In a layout effect, because Back works as soon as the surface is visible.
  useLayoutEffect(() => cover(() => dismiss.current()), [cover]);
}
