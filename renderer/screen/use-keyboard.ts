import { useEffect, useState } from 'react';

/** A keyboard takes more than this, in px; toolbars that come and go take less. */
const THRESHOLD = 60;
const SPARE = 16;

/**
 * Whether a keyboard is open. iOS leaves the layout viewport as it is and only shrinks the visual one,
 * so the field that has the focus is brought above the keyboard here.
 */
export function useKeyboard(): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null || viewport === undefined) return undefined;
    const look = () => {
      const isZoomed = viewport.scale > 1.01;
      const isNowOpen = !isZoomed && window.innerHeight - viewport.height > THRESHOLD;
      setOpen(isNowOpen);
      if (isNowOpen) liftFocused(viewport);
    };
    viewport.addEventListener('resize', look);
    return () => viewport.removeEventListener('resize', look);
  }, []);
  return isOpen;
}

function liftFocused(viewport: VisualViewport): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea, select')) return;
  const hidden = focused.getBoundingClientRect().bottom + SPARE - (viewport.offsetTop + viewport.height);
  if (hidden > 0) window.scrollBy(0, hidden);
}
