import type { ReactNode } from 'react';
import './button.css';
import './row.css';
import type { Say, Spoken } from '../plan/words.ts';
import { Modal } from './modal.tsx';
import { useCover } from './use-cover.ts';
import { type ShownWords, Words } from './words.tsx';

export interface PickerSheetProps {
  /** Id of the field. */
  readonly id: string;
  /** Properties of the field; its label is the title. */
  readonly props: {
    readonly label: ShownWords;
    readonly ok?: ShownWords;
    readonly cancel?: ShownWords;
    readonly spoken?: Spoken | undefined;
  };
  readonly say: Say;
  /** False while the selection is incomplete. */
  readonly canConfirm: boolean;
  onConfirm(): void;
  /** For Cancel, X, mask, Escape and Back. */
  onDismiss(): void;
  /** Registers the sheet, so that Back closes it. */
  cover(close: () => void): () => void;
  readonly children: ReactNode;
}

/** A sheet for a selection, which takes effect on confirmation. */
export function PickerSheet({
  id,
  props: { label, ok, cancel, spoken },
  say,
  canConfirm,
  onConfirm,
  onDismiss,
  cover,
  children,
}: PickerSheetProps) {
  useCover(cover, onDismiss);
  return (
    <Modal
      look="sheet"
      id={`${id}-sheet`}
      title={label}
      titleLang={spoken?.['label']}
      onDismiss={onDismiss}
      maskCloses
      closeLabel={say('Close')}
      bar={
        <div className="cz-row">
          <div className="cz-act">
            <button type="button" className="cz-button cz-button-secondary" onClick={onDismiss}>
              <Words of={cancel ?? say('Cancel')} lang={spoken?.['cancel']} />
            </button>
          </div>
          <div className="cz-act">
            <button
              type="button"
              className="cz-button cz-button-primary"
              aria-disabled={!canConfirm || undefined}
              onClick={() => {
                if (canConfirm) onConfirm();
              }}
            >
              <Words of={ok ?? say('Confirm')} lang={spoken?.['ok']} />
            </button>
          </div>
        </div>
      }
    >
      {children}
    </Modal>
  );
}
