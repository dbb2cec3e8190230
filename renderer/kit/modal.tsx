import type { ReactNode } from 'react';
import { Heading, HeadingScope } from './heading.tsx';
import { Icon } from './icon.tsx';
import { useModalDialog } from './modal-dialog.ts';
import { type ShownWords, Words } from './words.tsx';
import './modal.css';

interface ModalProps {
  /** A card in the middle, or a panel from the bottom. */
  readonly look: 'dialog' | 'sheet';
  readonly id: string;
  /** A sheet of full height. */
  readonly isFull?: boolean;
  readonly title: ShownWords;
  /** Language of the title, if it may differ from the page's. */
  readonly titleLang?: string | undefined;
  /** Called for mask, X, Escape and Back; undefined if it cannot be dismissed. */
  readonly onDismiss: (() => void) | undefined;
  readonly maskCloses: boolean;
  /** Name of the X; without it there is no X. */
  readonly closeLabel: string | undefined;
  /** Always visible below the body. */
  readonly bar: ReactNode;
  /** Outside the panel, on top of everything. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal surface on the native `<dialog>`, which traps and restores the focus. The dialog covers the whole screen
 * and is the mask, so that mask and panel can be animated separately.
 */
export function Modal({
  look,
  id,
  isFull = false,
  title,
  titleLang,
  onDismiss,
  maskCloses,
  closeLabel,
  bar,
  above,
  children,
}: ModalProps) {
  const titleId = `${id}-title`;
  const dialog = useModalDialog(onDismiss);

  return (
    <dialog
      {...dialog}
      id={id}
      className={`cz-modal cz-modal-${look}${isFull ? ' cz-modal-full' : ''}`}
      aria-modal="true"
      aria-labelledby={titleId}
      onClick={(event) => {
        if (maskCloses && event.target === event.currentTarget) onDismiss?.();
      }}
    >
      <div className="cz-modal-panel">
        <div className="cz-modal-head">
          {/* All modals have the same levels, also those opened from a field deep inside sections. */}
          <HeadingScope level={2}>
            <Heading id={titleId} className="cz-modal-title">
              <span data-modal-title="" tabIndex={-1}>
                <Words of={title} lang={titleLang} />
              </span>
            </Heading>
          </HeadingScope>
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
