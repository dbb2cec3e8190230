const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Headings before the element, in its dialog or else on its page, nearest first. */
export function headingsBefore(element: Element): HTMLElement[] {
  const around = element.closest('dialog') ?? document;
  return [...around.querySelectorAll<HTMLElement>(HEADINGS)]
    .filter((heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .reverse();
}

/** Moves the focus to a heading, so that a screen reader reads it and Tab goes on from there. */
function focusHeading(heading: HTMLElement): boolean {
  // In a dialog a part of the heading can take the focus already.
  const target = heading.querySelector<HTMLElement>('[data-modal-title]') ?? heading;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // What is hidden takes none.
  return document.activeElement === target;
}

/** The first heading inside a node takes the focus, or where there is none the node itself. */
export function focusInside(node: HTMLElement): void {
  focusHeading(node.querySelector<HTMLElement>(HEADINGS) ?? node);
}

/** Scrolls to a node of the screen that is shown. */
export function showNode(id: string): void {
  // The element of a node carries its instance as id.
  const node = document.getElementById(id);
  if (node === null) return;
  node.scrollIntoView();
  focusInside(node);
}

/** Nothing on the page has the focus: what had it was removed, or nothing had it yet. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Moves the focus to the first of these headings that can take it, else to the title of the page. */
export function focusNearest(headings: readonly HTMLElement[]): void {
  [...headings, ...document.querySelectorAll('h1')].some(focusHeading);
}
