import { useMemo, useState } from 'react';
import type { WorkspaceView } from '../model/workspace.ts';
import { Combobox } from '../ui/combobox.tsx';
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
  const [words, setWords] = useState('');
  const entries = useMemo(() => findEntries(view, words), [view, words]);
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className="st-palette">
        <Combobox
          label="A screen, or words on it"
          listLabel="Found"
          empty={view.isWhole ? 'Nothing says that.' : undefined}
          text={words}
          items={entries}
          keyOf={({ screen, selection }) => `${screen} ${selection?.file} ${selection?.pointer}`}
          textOf={({ title }) => title}
          onText={setWords}
          onChoose={onGo}
        >
          {({ title, note }) => (
            <>
              <span>{title}</span> <span className="st-soft">{note}</span>
            </>
          )}
        </Combobox>
      </div>
      {view.isWhole ? null : (
        <p role="status" className="st-soft">
          All screens are being read.
        </p>
      )}
    </Dialog>
  );
}
