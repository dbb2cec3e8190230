/** A keyboard takes more than this, in px; toolbars that come and go take less. */
const THRESHOLD = 60;
const SPARE = 16;

/**
 * Tells the style sheets whether a keyboard is open (`cz-typing`) and how high it is. iOS leaves the layout viewport as
 * it is and only shrinks the visual one, so the field that has the focus is brought above the keyboard here.
 *
 * @returns What ends it.
 */
export function followKeyboard(): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (viewport === null || viewport === undefined) return undefined;
  const { classList, style } = document.documentElement;
  const takenPx = () => (viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height);
  // After the bar is gone and the page has made room: both move what is lifted.
  const lift = () => {
    if (takenPx() > THRESHOLD) window.requestAnimationFrame(() => liftFocused(viewport));
  };
  const show = (heightPx: number) => {
    classList.toggle('cz-typing', heightPx > THRESHOLD);
    if (heightPx > THRESHOLD) style.setProperty('--cz-keyboard-height', `${Math.round(heightPx)}px`);
    else style.removeProperty('--cz-keyboard-height');
  };
  const look = () => {
    show(takenPx());
    lift();
  };
  viewport.addEventListener('resize', look);
  // It stays while Return goes from field to field.
  document.addEventListener('focusin', lift);
  // A keyboard may be open already. We look after the first paint: earlier, the browser would lay out the page twice.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = window.requestAnimationFrame(() => {
    timer = setTimeout(look);
  });
  return () => {
    viewport.removeEventListener('resize', look);
    document.removeEventListener('focusin', lift);
    window.cancelAnimationFrame(frame);
    clearTimeout(timer);
    show(0);
  };
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
