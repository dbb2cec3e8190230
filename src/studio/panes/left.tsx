import { type ReactNode, useEffect, useState } from 'react';
import { Documents } from '../documents/documents.tsx';
import { useKeys } from '../keys/use-keys.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { Search } from '../search/search.tsx';
import { Screens } from './screens.tsx';
import './left.css';

export interface LeftProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly screen: string;
  /** The document that is open. */
  readonly file: string;
  /** The outline of it. */
  readonly children: ReactNode;
  /** Address of a screen. */
  hrefOf(screen: string): string;
  /** Called before a screen opens. */
  onOpen(screen: string): void;
  /** Shows a place, on a screen that has it. */
  onShow(place: Selection, screen?: string): void;
  /** Opens a catalogue in the view of all texts. */
  onTexts(path: string): void;
}

const SIDES = [
  ['screens', 'Screens'],
  ['documents', 'Documents'],
  ['search', 'Search'],
] as const;

/** Where one chooses what to work on. */
export function Left({ workspace, view, screen, file, children, ...props }: LeftProps) {
  const { hrefOf, onOpen, onShow, onTexts } = props;
  const [side, setSide] = useState<(typeof SIDES)[number][0]>('screens');
  const keys = useKeys();

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (keys.nameOf(event) !== 'search') return;
      event.preventDefault();
      setSide('search');
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [keys]);

  return (
    <nav className="st-left" aria-label="Screens and outline">
      <div className="st-sides">
        {SIDES.map(([one, title]) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === side}
            {...(one === 'search' && { 'aria-keyshortcuts': keys.shortcut('search') })}
            onClick={() => setSide(one)}
          >
            {title}
          </button>
        ))}
      </div>
      {side === 'search' ? (
        <Search workspace={workspace} view={view} onShow={onShow} />
      ) : (
        <>
          {side === 'screens' ? (
            <Screens view={view} current={screen} {...{ hrefOf, onOpen }} />
          ) : (
            <Documents
              view={view}
              current={file}
              screen={screen}
              onOpen={(path) => {
                if (path.startsWith('screens/messages/')) onTexts(path);
                else onShow({ file: path, pointer: '' });
              }}
              onOpenScreen={(one, path) => onShow({ file: path, pointer: '' }, one)}
            />
          )}
          {children}
        </>
      )}
    </nav>
  );
}
