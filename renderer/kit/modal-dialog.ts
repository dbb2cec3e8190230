import { focusNearest, headingsBefore, isFocusLost } from './focus-heading.ts';
import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  onCancel(event: SyntheticEvent): void;
  onClose(): void;
}

/**
 * Makes a `<dialog>` modal: open while it is rendered, focus on its title (`data-modal-title`), then back to the
 * previous element or the nearest heading before it; the page behind does not scroll. Spread the result onto the
 * element.
 *
 * @param onDismiss - Called for Escape; undefined if it cannot be dismissed.
 */
export function useModalDialog(onDismiss: (() => void) | undefined): ModalDialog {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const restoreFocus = rememberFocus(element);
    openModally(element);
    // The title names the dialog, and pressing Enter by habit does nothing there.
    element.querySelector<HTMLElement>('[data-modal-title]')?.focus();
    document.documentElement.classList.add('cz-covered');
    return () => {
      animateClosing(element);
      if (element.open) closeModal(element);
      if (document.querySelector('dialog[open]:not(.cz-modal-leaving)') === null)
        document.documentElement.classList.remove('cz-covered');
      restoreFocus();
    };
  }, []);

  return {
    ref: dialog,
    // The browser closes the dialog on a second Escape; our state decides whether it is open.
    onClose() {
      const element = dialog.current;
      if (element === null || element.open) return;
      openModally(element);
      onDismiss?.();
    },
    onCancel(event) {
      // An event that cannot be cancelled is followed by `close`, which notifies; without this line the
      // dismissal would be notified twice.
      if (!event.cancelable) return;
      event.preventDefault();
      onDismiss?.();
    },
  };
}

const returns = new WeakMap<Element, () => void>();

/**
 * Remembers the focused element. The result restores the focus: to that element, else to the nearest heading before
 * it. If the surrounding dialog is closed, too, that dialog's own restore function decides.
 */
function rememberFocus(dialog: HTMLDialogElement): () => void {
  const from = document.activeElement;
  const headings = from === null ? [] : headingsBefore(from);
  const outer = from?.closest('dialog');
  const restoreFocus = () => {
    if (from instanceof HTMLElement && from.isConnected) from.focus();
    // A browser may leave the focus in a closed dialog until it is removed.
    if (!isFocusLost() && !dialog.contains(document.activeElement)) return;
    if (outer && !outer.isConnected) returns.get(outer)?.();
    else focusNearest(headings);
  };
  returns.set(dialog, restoreFocus);
  return restoreFocus;
}

function openModally(element: HTMLDialogElement): void {
  if (typeof element.showModal === 'function') element.showModal();
  else element.setAttribute('open', '');
}

function closeModal(element: HTMLDialogElement): void {
  if (typeof element.close === 'function') element.close();
  else element.removeAttribute('open');
}

/**
 * Animates the closing of a surface with an inert copy of it, so that the focus returns at once and no state waits
 * for the animation.
 */
function animateClosing(element: HTMLDialogElement): void {
  if (typeof element.animate !== 'function') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const body = element.querySelector('.cz-modal-body');
  const image = element.cloneNode(true) as HTMLDialogElement; // A clone of a dialog is a dialog.
  // The copy of an iframe would load its page again.
  for (const framed of image.querySelectorAll('iframe')) framed.remove();
  for (const named of [image, ...image.querySelectorAll('[id], [name]')]) {
    named.removeAttribute('id');
    named.removeAttribute('name');
  }
  image.setAttribute('aria-hidden', 'true');
  image.setAttribute('inert', '');
  image.classList.add('cz-modal-leaving');
  document.body.append(image);
  const imageOfBody = image.querySelector('.cz-modal-body');
  if (body !== null && imageOfBody !== null) imageOfBody.scrollTop = body.scrollTop;
  image.addEventListener('animationend', (event) => {
    if (event.target === image) image.remove();
  });
}
