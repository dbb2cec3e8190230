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
    const { style } = document.documentElement;
    const takenPx = () => (viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height);
    // After the bar is gone and the page has made room: both move what is lifted.
    const lift = () => {
      if (takenPx() > THRESHOLD) window.requestAnimationFrame(() => liftFocused(viewport));
    };
    const look = () => {
      const isNowOpen = takenPx() > THRESHOLD;
      if (isNowOpen) style.setProperty('--cz-keyboard-height', `${Math.round(takenPx())}px`);
      else style.removeProperty('--cz-keyboard-height');
      setOpen(isNowOpen);
      lift();
    };
    viewport.addEventListener('resize', look);
    // It stays while Return goes from field to field.
    document.addEventListener('focusin', lift);
    return () => {
      viewport.removeEventListener('resize', look);
      document.removeEventListener('focusin', lift);
      style.removeProperty('--cz-keyboard-height');
    };
  }, []);
  return isOpen;
}

/** The whole field, with its label above and what is wrong below, as far as there is room for it. */
function liftFocused(viewport: VisualViewport): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea, select')) return;
  const { top, bottom } = (focused.closest('.cz-field') ?? focused).getBoundingClientRect();
  const hidden = bottom + SPARE - (viewport.offsetTop + viewport.height);
  const room = top - viewport.offsetTop - SPARE;
  if (hidden > 0) window.scrollBy(0, Math.min(hidden, Math.max(room, 0)));
}
