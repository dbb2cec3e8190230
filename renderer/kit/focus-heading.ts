const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Headings before the element in its dialog or page, nearest first. */
export function headingsBefore(element: Element): HTMLElement[] {
  const around = element.closest('dialog') ?? document;
  return [...around.querySelectorAll<HTMLElement>(HEADINGS)]
    .filter((heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .reverse();
}

/** Focuses a heading, so that a screen reader reads it and Tab continues from it. */
function focusHeading(heading: HTMLElement): boolean {
  // In a dialog, focuses the title inside the heading.
  const target = heading.querySelector<HTMLElement>('[data-modal-title]') ?? heading;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // Hidden elements cannot be focused.
  return document.activeElement === target;
}

/** Focuses the first heading in a node, or the node itself. */
export function focusInside(node: HTMLElement): void {
  focusHeading(node.querySelector<HTMLElement>(HEADINGS) ?? node);
}

/** Scrolls to a node of the current screen. */
export function showNode(id: string): void {
  // The element of a node carries its instance as id.
  const node = document.getElementById(id);
  if (node === null) return;
  node.scrollIntoView();
  focusInside(node);
}

/** Whether no element has the focus: it was removed, or none had it. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses the first heading that can take the focus, else the page's title. */
export function focusNearest(headings: readonly HTMLElement[]): void {
  [...headings, ...document.querySelectorAll('h1')].some(focusHeading);
}
