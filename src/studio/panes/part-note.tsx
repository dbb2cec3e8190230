import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';

export interface PartNoteProps {
  readonly view: WorkspaceView;
  /** The document that is selected. */
  readonly file: string;
  /** The screen on which it is seen. */
  readonly screen: string;
  /** Back to the screen itself. */
  onLeave(): void;
}

/** Where a part is selected, that it is one, and on how many screens a change of it shows. */
export function PartNote({ view, file, screen, onLeave }: PartNoteProps) {
  if (!file.startsWith('screens/parts/')) return null;
  const { length } = screensWith(view, file);
  return (
    <p role="status" className="st-part-note">
      <span>
        <strong>{nameOf(file)}</strong>, a part: a change shows on{' '}
        {length === 1 ? 'this screen alone' : `all ${length} screens that have it`}.
      </span>
      <button type="button" className="st-link" onClick={onLeave}>
        Back to {screen}
      </button>
    </p>
  );
}
