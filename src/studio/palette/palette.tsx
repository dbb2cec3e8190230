import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { WorkspaceView } from '../model/workspace.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Entry, findEntries } from './entries.ts';
import './palette.css';

export interface PaletteProps {
  readonly view: WorkspaceView;
  onGo(entry: Entry): void;
  onClose(): void;
}

/** A search dialog that opens any screen or node. */
export function Palette({ view, onGo, onClose }: PaletteProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const entries = useMemo(() => findEntries(view, words), [view, words]);

  const hear = (event: KeyboardEvent): void => {
    const entry = entries[at];
    if (event.key === 'ArrowDown') setAt(Math.min(entries.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter' && entry !== undefined) onGo(entry);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className="st-palette-words"
        role="combobox"
        aria-label="A screen, or words on it"
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
        placeholder="A screen, or words on it"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setAt(0);
        }}
        onKeyDown={hear}
      />
      <ul id={id} role="listbox" aria-label="Found" className="st-palette-list">
        {entries.map((entry, place) => (
          // The input keeps the focus and handles the keys.
          <li
            key={`${entry.screen} ${entry.selection?.file} ${entry.selection?.pointer}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            className="st-palette-entry"
            onClick={() => onGo(entry)}
          >
            <span>{entry.title}</span> <span className="st-soft">{entry.note}</span>
          </li>
        ))}
      </ul>
      {view.isWhole && entries.length === 0 ? <p className="st-soft">Nothing says that.</p> : null}
      {view.isWhole ? null : (
        <p role="status" className="st-soft">
          All screens are being read.
        </p>
      )}
    </Dialog>
  );
}
