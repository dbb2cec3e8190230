import { type ReactNode, useEffect, useId, useRef } from 'react';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
}

/** A modal dialog. The focus returns to its earlier element on close. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const id = useId();
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = place;
    current?.showModal();
    // Focus the first input instead of the close button.
    current?.querySelector('input')?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={place} className="st-dialog" aria-labelledby={id} onCancel={onClose}>
      <header className="st-dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
