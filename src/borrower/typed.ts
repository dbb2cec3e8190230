type Box = HTMLInputElement | HTMLTextAreaElement;

const BOXES = 'input, textarea';
const TICKS: ReadonlySet<string> = new Set(['checkbox', 'radio']);

/** What a person typed into the rendered screen before the page took it over. */
interface Typed {
  readonly box: Box;
  readonly value: string;
  readonly caret: readonly [number | null, number | null, Box['selectionDirection']];
  readonly place: readonly [id: string | undefined, index: number];
}

/**
 * Takes what a person typed out of the rendered screen, so that the page can render it as the server did.
 * Ticks are not taken over: a person agrees to something only when the page stands.
 *
 * @returns types the same again, with the same focus, caret and scroll position.
 */
export function takeTyped(screen: HTMLElement): () => void {
  const { ownerDocument: document } = screen;
  const window = document.defaultView as Window;
  const { scrollX, scrollY } = window;
  const boxes = [...screen.querySelectorAll<Box>(BOXES)];
  const active = boxes.find((box) => box === document.activeElement);
  const typed = boxes.flatMap((box): Typed[] => {
    if (TICKS.has(box.type)) {
      reset(box as HTMLInputElement);
      return [];
    }
    if (box.type === 'file' || (box.value === box.defaultValue && box !== active)) return [];
    const caret = [box.selectionStart, box.selectionEnd, box.selectionDirection] as const;
    const found = { box, value: box.value, caret, place: placeOf(box) };
    box.value = box.defaultValue;
    return [found];
  });
  return () => {
    for (const one of typed) {
      const box = one.box.isConnected ? one.box : findBox(screen, one.place);
      if (box === undefined) continue;
      if (one.box === active && document.activeElement !== box) box.focus({ preventScroll: true });
      if (box.value !== one.value) type(box, one.value);
      const [start, end, direction] = one.caret;
      if (start !== null && box.value === one.value)
        box.setSelectionRange(start, end, direction ?? undefined);
    }
    // After the screen has scrolled to its beginning.
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  };
}

function reset(tick: HTMLInputElement): void {
  if (tick.checked !== tick.defaultChecked) tick.checked = tick.defaultChecked;
}

/** Like a key of a person: the widget hears of it, and React does not think that it wrote the value itself. */
function type(box: Box, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value');
  own?.set?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The nearest element with an id, and the position among its boxes. */
function placeOf(box: Box): Typed['place'] {
  const near = box.closest('[id]');
  return [near?.id, near === null || near === box ? 0 : [...near.querySelectorAll(BOXES)].indexOf(box)];
}

function findBox(screen: HTMLElement, [id, index]: Typed['place']): Box | undefined {
  const near = id === undefined ? undefined : screen.ownerDocument.getElementById(id);
  if (near?.matches(BOXES)) return near as Box;
  return near?.querySelectorAll<Box>(BOXES)[index];
}
