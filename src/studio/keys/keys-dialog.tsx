import { useContext } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { KEYS } from './keys.ts';
import { KeysContext, useKeys } from './use-keys.ts';
import './keys.css';

export interface KeysDialogProps {
  onClose(): void;
  /** Starts the tour; absent for a person who cannot edit. */
  readonly onTour: (() => void) | undefined;
}

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose, onTour }: KeysDialogProps) {
  const store = useContext(KeysContext);
  const { acceptLetters } = useKeys();
  return (
    <Dialog title="Keys" onClose={onClose}>
      {onTour === undefined ? null : (
        <p>
          <button type="button" onClick={onTour}>
            Start the tour
          </button>
        </p>
      )}
      <p className="st-soft">
        On a keyboard without ⌘ it is Ctrl, and Alt is ⌥. Esc closes dialogs. Lines of the outline can also be
        dragged.
      </p>
      <label className="st-choice">
        <input
          type="checkbox"
          checked={acceptLetters}
          onChange={({ currentTarget }) => store.acceptLetters(currentTarget.checked)}
        />
        Letters, digits and signs act by themselves, outside text fields (in this browser)
      </label>
      <dl className="st-keys">
        {KEYS.map(({ shown, what }) => (
          <div key={what}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
