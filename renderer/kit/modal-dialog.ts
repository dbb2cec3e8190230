import { focusNearest, headingsBefore, isFocusLost } from './focus-heading.ts';
import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  onCancel(event: SyntheticEvent): void;
  onClose(): void;
}

/**
 * What makes a `<dialog>` of ours a modal: open while it is drawn, focus on its title (`data-modal-title`)
 * and back to where it was or to the nearest heading, the page beneath held still. The properties go onto the element.
 *
 * @param onDismiss - Escape; undefined where nothing may dismiss it.
 */
export function useModalDialog(onDismiss: (() => void) | undefined): ModalDialog {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const giveBack = rememberFocus(element);
    openModally(element);
    // The title says what this is and does no harm when Enter is pressed by habit.
    element.querySelector<HTMLElement>('[data-modal-title]')?.focus();
    document.documentElement.classList.add('cz-covered');
    return () => {
      leaveImage(element);
      if (element.open) closeModal(element);
      if (document.querySelector('dialog[open]:not(.cz-modal-leaving)') === null)
        document.documentElement.classList.remove('cz-covered');
      giveBack();
    };
  }, []);

  return {
    ref: dialog,
    // The browser closes by itself on a second Escape; what is drawn decides whether it is open.
    onClose() {
      const element = dialog.current;
      if (element === null || element.open) return;
      openModally(element);
      onDismiss?.();
    },
    onCancel(event) {
      // One that cannot be prevented is followed by the closing: told there, or it would count twice.
      if (!event.cancelable) return;
      event.preventDefault();
      onDismiss?.();
    },
  };
}

const returns = new WeakMap<Element, () => void>();

/**
 * Remembers what has the focus. The result gives it back: to that element, else to the nearest heading before it, and
 * where the dialog around it has closed as well, to what that one gives it to.
 */
function rememberFocus(dialog: HTMLDialogElement): () => void {
  const from = document.activeElement;
  const headings = from === null ? [] : headingsBefore(from);
  const outer = from?.closest('dialog');
  const giveBack = () => {
    if (from instanceof HTMLElement && from.isConnected) from.focus();
    // A browser may leave it in a closed dialog until that is removed.
    if (!isFocusLost() && !dialog.contains(document.activeElement)) return;
    if (outer && !outer.isConnected) returns.get(outer)?.();
    else focusNearest(headings);
  };
  returns.set(dialog, giveBack);
  return giveBack;
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
 * Lets the surface be seen leaving after it is gone: a picture of it that nobody can reach, so that
 * the focus is back at once and no state waits for an animation.
 */
function leaveImage(element: HTMLDialogElement): void {
  if (typeof element.animate !== 'function') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const body = element.querySelector('.cz-modal-body');
  const image = element.cloneNode(true) as HTMLDialogElement; // A clone of a dialog is a dialog.
  // A page in a frame would be fetched once more.
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
