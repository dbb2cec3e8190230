import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { Heading, HeadingScope } from './heading.tsx';
import { Icon } from './icon.tsx';
import { type DrawnWords, Words } from './words.tsx';
import './modal.css';

interface ModalProps {
  /** A card in the middle, or a panel from below. */
  readonly look: 'dialog' | 'sheet';
  readonly id: string;
  readonly title: DrawnWords;
  /** Mask, X, Escape and Back; undefined where nothing may dismiss it. */
  readonly onDismiss: (() => void) | undefined;
  readonly maskCloses: boolean;
  /** Name of the X; undefined draws none. */
  readonly closeLabel: string | undefined;
  /** Stands in sight beneath the body. */
  readonly bar: ReactNode;
  /** Outside the panel, above everything. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal surface on the native `<dialog>`, which traps the focus and gives it back. The dialog
 * covers the whole screen and is itself the mask, so that mask and panel can move on their own.
 */
export function Modal({
  look,
  id,
  title,
  onDismiss,
  maskCloses,
  closeLabel,
  bar,
  above,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = `${id}-title`;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const returnTo = document.activeElement;
    openModally(element);
    // The title says what this is and does no harm when Enter is pressed by habit.
    element.querySelector<HTMLElement>('[data-modal-title]')?.focus();
    document.documentElement.classList.add('cz-covered');
    return () => {
      leaveImage(element);
      if (element.open) closeModal(element);
      if (document.querySelector('dialog[open]:not(.cz-modal-leaving)') === null)
        document.documentElement.classList.remove('cz-covered');
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
    };
  }, []);

  // The browser closes by itself on a second Escape; what is drawn decides whether it is open.
  const onClosedByBrowser = () => {
    const element = dialog.current;
    if (element === null || element.open) return;
    openModally(element);
    onDismiss?.();
  };
  const onCancel = (event: SyntheticEvent) => {
    // One that cannot be prevented is followed by the closing: told there, or it would count twice.
    if (!event.cancelable) return;
    event.preventDefault();
    onDismiss?.();
  };

  return (
    <dialog
      ref={dialog}
      id={id}
      className={`cz-modal cz-modal-${look}`}
      aria-modal="true"
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClose={onClosedByBrowser}
      onClick={(event) => {
        if (maskCloses && event.target === event.currentTarget) onDismiss?.();
      }}
    >
      <div className="cz-modal-panel">
        <div className="cz-modal-head">
          <Heading id={titleId} className="cz-modal-title">
            <span data-modal-title="" tabIndex={-1}>
              <Words of={title} />
            </span>
          </Heading>
          {closeLabel !== undefined && onDismiss !== undefined ? (
            <button type="button" className="cz-modal-close" aria-label={closeLabel} onClick={onDismiss}>
              <Icon name="close" />
            </button>
          ) : null}
        </div>
        <HeadingScope level={3}>
          <div className="cz-modal-body cz-stack">{children}</div>
          <div className="cz-modal-bar cz-stack">{bar}</div>
        </HeadingScope>
      </div>
      {above}
    </dialog>
  );
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
