import { useState } from 'react';
import { kindsAt } from './kinds.ts';
import type { Surroundings } from './surroundings.ts';
import { canBeLink } from '../model/link-edits.ts';

export interface AddLinkProps {
  readonly around: Surroundings;
  /** Makes words of the text a link with a first action. */
  onAdd(words: string, action: unknown): void;
}

/** Makes words of a text a link. The link and its words are one step of undo, so that there is never one without the other. */
export function AddLink({ around, onAdd }: AddLinkProps) {
  const [words, setWords] = useState<string>();
  if (words === undefined)
    return (
      <button type="button" onClick={() => setWords('')}>
        Add a link in the text
      </button>
    );
  const [first] = kindsAt(around, { begun: 'tap', handlesFailure: false });
  return (
    <form
      className="st-step-fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canBeLink(words) || first === undefined) return;
        onAdd(words, first.action);
        setWords(undefined);
      }}
    >
      <label className="st-field">
        <span>Words of the link</span>
        <input
          autoFocus
          value={words}
          onChange={({ target }) => setWords(target.value)}
          placeholder="Words of the text, or new ones"
        />
      </label>
      <div className="st-row">
        <button type="submit" disabled={!canBeLink(words)}>
          Make it a link
        </button>
        <button type="button" onClick={() => setWords(undefined)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
