import { Dialog } from './dialog.tsx';

/** Every chord of the studio, in the order of how often it is of use. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['⌘K', 'Go to a screen, or to words on one'],
  ['⌘Z', 'Undo, over all panes'],
  ['⇧⌘Z', 'Redo'],
  ['⌘J', 'The document as JSON'],
  ['⇧⌘D', 'Review what changed'],
  ['⌘↩', 'Publish: to the reason, in the review'],
  ['⌘P', 'To the states of the screen'],
  ['1 … 9', 'The screen in its first, second, … state'],
  ['↑ ↓', 'The line before and after, in the outline'],
  ['← →', 'What it stands in, what stands in it'],
  ['Enter', 'Its properties; of what only holds others, the first of them'],
  ['Double click', 'In the preview: its words, where they stand; so does Enter there'],
  ['Esc', 'What it stands in; from its properties back to the outline'],
  ['⌥↑ ⌥↓', 'Move it up or down'],
  ['⌘C ⌘X ⌘V', 'Copy, cut and paste it, to another screen too'],
  ['⌘D', 'Say it twice'],
  ['⌫', 'Take it away'],
  ['⌥ and a click', 'In the preview: what it stands in'],
  ['F6 ⇧F6', 'The next and the previous pane'],
  ['Enter', 'In a step of instructions: a new step'],
  ['⇧⌘F', 'Search in all documents, and replace'],
  ['J K', 'The next and the previous state, in a review'],
  ['A D', 'In a review: accept the picture, or say what is wrong with it'],
  ['Z', 'In a review: the pictures larger, and small again'],
  ['?', 'This list'],
];

/** What keys do. */
export function Keys({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p className="st-soft">
        On a keyboard without ⌘ it is Ctrl, and Alt is ⌥. Esc closes what lies over the rest. Lines of the
        outline are dragged by the pointer, too.
      </p>
      <dl className="st-keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
