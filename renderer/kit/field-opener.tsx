import type { ReactNode } from 'react';
import type { Say, Spoken } from '../plan/words.ts';
import { foldDigits } from './digits.ts';
import { describeControl, FieldBox } from './field.tsx';
import type { Later } from './later.ts';
import { Spinner } from './spinner.tsx';
import { useLater } from './use-later.ts';
import { type DrawnWords, Words } from './words.tsx';

interface FieldOpenerProps<Sheet> {
  /** Of the whole field. */
  readonly id: string;
  readonly label: DrawnWords;
  readonly hint: DrawnWords;
  readonly problem: string | undefined;
  readonly isRequired: boolean;
  readonly spoken?: Spoken | undefined;
  readonly isEnabled: boolean;
  /** What is chosen; undefined: nothing. */
  readonly chosen: DrawnWords;
  /** Language of what is chosen, where it may not be the page's. */
  readonly chosenLang?: string | undefined;
  readonly say: Say;
  readonly isOpen: boolean;
  onOpen(): void;
  /** A digit was struck on it. */
  onDigit?(digit: string): void;
  /** The code of what opens. */
  readonly sheet: Later<Sheet>;
  /** Draws it while it is open. */
  draw(sheet: Sheet): ReactNode;
}

/**
 * A field of one line that says what is chosen and opens a sheet to choose in. What has no name yet opens nothing. It is busy
 * until the sheet's code is here; where that cannot be had it says so, and the next tap asks again.
 */
export function FieldOpener<Sheet>({
  chosen,
  chosenLang,
  say,
  isEnabled,
  isOpen,
  onOpen,
  onDigit,
  sheet,
  draw,
  ...box
}: FieldOpenerProps<Sheet>) {
  const { id, label, isRequired } = box;
  const { module, isLost, retry } = useLater(isOpen, sheet);
  const isComing = isOpen && module === undefined && !isLost;
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
        aria-busy={isComing || undefined}
        onClick={() => {
          if (!canOpen) return;
          onOpen();
          retry();
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
        {isComing ? <Spinner /> : null}
      </button>
      {/* A button has no attribute that says so. */}
      {isRequired ? (
        <span hidden id={`${id}-required`}>
          {say('required')}
        </span>
      ) : null}
      {module === undefined ? null : draw(module)}
      {isOpen && isLost ? (
        <p role="alert" className="cz-field-problem">
          {say('This part could not be shown.')}
        </p>
      ) : null}
    </FieldBox>
  );
}
