import type { ReactNode } from 'react';
import type { Say } from '../plan/words.ts';
import { foldDigits } from './digits.ts';
import { boxOf, describeControl, FieldBox, type GivenField } from './field.tsx';
import { type ShownWords, Words } from './words.tsx';

interface FieldOpenerProps extends GivenField {
  readonly isEnabled: boolean;
  /** The choice; undefined if nothing is chosen. */
  readonly chosen: ShownWords;
  /** Language of the choice, if it may differ from the page's. */
  readonly chosenLang?: string | undefined;
  readonly say: Say;
  onOpen(): void;
  /** A digit key was pressed while the field had the focus. */
  onDigit?(digit: string): void;
  /** The opened surface, if any. */
  readonly children: ReactNode;
}

/** A one-line field that shows the choice and opens a sheet. It does not open while its label is pending. */
export function FieldOpener({
  chosen,
  chosenLang,
  say,
  isEnabled,
  onOpen,
  onDigit,
  children,
  ...given
}: FieldOpenerProps) {
  const box = boxOf(given);
  const { id, label, isRequired } = box;
  const canOpen = isEnabled && typeof label !== 'symbol';
  return (
    <FieldBox {...box}>
      <button
        type="button"
        {...describeControl(box)}
        className={
          chosen === undefined ? 'cz-input cz-input-opener cz-input-empty' : 'cz-input cz-input-opener'
        }
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-control${isRequired ? ` ${id}-required` : ''}`}
        aria-disabled={!canOpen || undefined}
        onClick={() => {
          if (canOpen) onOpen();
        }}
        onKeyDown={(event) => {
          const digit = foldDigits(event.key);
          if (!canOpen || onDigit === undefined || !/^\d$/.test(digit)) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          onDigit(digit);
        }}
      >
        {chosen === undefined ? say('Choose') : <Words of={chosen} lang={chosenLang} />}
      </button>
      {/* Buttons have no `required` attribute. */}
      {isRequired ? (
        <span hidden id={`${id}-required`}>
          {say('required')}
        </span>
      ) : null}
      {children}
    </FieldBox>
  );
}
