import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useLayoutEffect } from 'react';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
}

/** A modal dialog. The focus returns to its earlier element on close. */
export function Dialog({ title, children, onClose }: DialogProps) {
  useReturnedFocus();
  return (
    // A click beside the dialog does not close it, because it would lose what was typed.
    <Base.Root open disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="st-scrim" />
        <Base.Popup ref={focusFirst} className="st-dialog" finalFocus={false}>
          <header className="st-dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close>Close</Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Focuses the first input, or the close button. Base UI does it one frame later; what a person types until then would
 * be a shortcut.
 */
function focusFirst(popup: HTMLElement | null): void {
  const first = popup?.querySelector('input') ?? popup?.querySelector('button');
  first?.focus();
}

/**
 * Returns the focus on unmount. Base UI does it after all effects, and takes it away from what a command of the dialog
 * has just focused.
 */
function useReturnedFocus(): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
}
