/** Minimum height of a keyboard, in px; browser toolbars are lower. */
const THRESHOLD = 60;
const SPARE = 16;

/**
 * Sets `cz-typing` and the keyboard height for the style sheets. iOS shrinks only the visual viewport, so the focused
 * field is scrolled above the keyboard here.
 *
 * @returns A function that stops it.
 */
export function followKeyboard(): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (viewport === null || viewport === undefined) return undefined;
  const { classList, style } = document.documentElement;
  const takenPx = () => (viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height);
  // After the bar is hidden and the page has resized: both move the field.
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
  // The keyboard stays open while Return moves between fields.
  document.addEventListener('focusin', lift);
  // A keyboard may already be open. Checked after the first paint; earlier the browser would lay out the page twice.
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

/** Scrolls to the whole field with label and problem, as far as there is room. */
function liftFocused(viewport: VisualViewport): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea, select')) return;
  const { top, bottom } = (focused.closest('.cz-field') ?? focused).getBoundingClientRect();
  const hidden = bottom + SPARE - (viewport.offsetTop + viewport.height);
  const room = top - viewport.offsetTop - SPARE;
  if (hidden > 0) window.scrollBy(0, Math.min(hidden, Math.max(room, 0)));
}
