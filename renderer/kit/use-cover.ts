import { useEffect, useLayoutEffect, useRef } from 'react';

/** Lets the shell's Back and the browser's close a surface that is open. */
export function useCover(cover: (close: () => void) => () => void, onDismiss: () => void): void {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  // Before it is seen: from then on somebody may go Back.
  useLayoutEffect(() => cover(() => dismiss.current()), [cover]);
}
