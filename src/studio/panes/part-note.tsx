import { screenTitleOf } from '../model/nodes.ts';
import { nameOf, screensWith } from '../model/uses.ts';
import { wordsOf } from '../properties/describe.ts';
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

/** Where a change of a part shows, by the number of screens that have it. */
const WHERE: { readonly [screens: number]: string } = {
  1: 'this screen alone',
  2: 'both screens that have it',
};

/** Says that the selected document is a part, and how many screens it changes. */
export function PartNote({ view, file, screen, onLeave }: PartNoteProps) {
  if (!file.startsWith('screens/parts/')) return null;
  const { length } = screensWith(view, file);
  return (
    <p role="status" className="st-part-note">
      <span>
        <strong>{wordsOf(nameOf(file))}</strong>, a shared part: a change shows on{' '}
        {WHERE[length] ?? `all ${length} screens that have it`}.
      </span>
      <button type="button" className="st-link" onClick={onLeave}>
        Back to {screenTitleOf(view, screen)}
      </button>
    </p>
  );
}
