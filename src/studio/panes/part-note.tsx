import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';

export interface PartNoteProps {
  readonly view: WorkspaceView;
  /** Path of the selected document. */
  readonly file: string;
  /** The screen in the preview. */
  readonly screen: string;
  /** Selects the screen again. */
  onLeave(): void;
}

/** Says that the selected document is a part, and how many screens it changes. */
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
