import type { ReactNode } from 'react';
import { describeControl, FieldBox } from './field.tsx';
import { type DrawnWords, Words } from './words.tsx';

interface FieldOpenerProps {
  /** Of the whole field. */
  readonly id: string;
  readonly label: DrawnWords;
  readonly hint: DrawnWords;
  readonly problem: string | undefined;
  readonly isRequired: boolean;
  readonly isEnabled: boolean;
  /** What is chosen; undefined: nothing. */
  readonly chosen: DrawnWords;
  /** Stands there while nothing is chosen. */
  readonly choose: string;
  onOpen(): void;
  /** A digit was struck on it. */
  onDigit?(digit: string): void;
  /** The sheet, while it is open. */
  readonly children: ReactNode;
}

/** A field of one line that says what is chosen and opens a sheet to choose in. What has no name yet opens nothing. */
export function FieldOpener({
  chosen,
  choose,
  isEnabled,
  onOpen,
  onDigit,
  children,
  ...box
}: FieldOpenerProps) {
  const { id, label } = box;
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
        aria-labelledby={`${id}-label ${id}-control`}
        aria-disabled={!canOpen || undefined}
        onClick={() => {
          if (canOpen) onOpen();
        }}
        onKeyDown={(event) => {
          if (!canOpen || onDigit === undefined || !/^\d$/.test(event.key)) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          onDigit(event.key);
        }}
      >
        {chosen === undefined ? choose : <Words of={chosen} />}
      </button>
      {children}
    </FieldBox>
  );
}
