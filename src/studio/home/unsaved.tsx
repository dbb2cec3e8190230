import { useQueries } from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { Api } from '../api.ts';
import type { UnsavedEdits } from '../model/unsaved-edits.ts';
import { KEYS } from '../queries/keys.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useKeptFocus } from '../ui/keep-focus.ts';
import { addressOf } from './home-addresses.ts';

export interface UnsavedProps {
  readonly unsaved: UnsavedEdits;
  readonly api: Pick<Api, 'readDraft'>;
}

/** Edits that only this browser has, also those of drafts that have ended. */
export function Unsaved({ unsaved, api }: UnsavedProps) {
  const all = useSyncExternalStore(unsaved.subscribe, unsaved.snapshot);
  const drafts = useQueries({
    queries: all.flatMap(({ draft }) =>
      draft === '' ? [] : [{ queryKey: KEYS.unsavedDraft(draft), queryFn: () => api.readDraft(draft) }],
    ),
    combine: (answers) => ({
      isPending: answers.some((answer) => answer.isPending),
      known: new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.draft.id, data]]))),
    }),
  });
  if (drafts.isPending) return null;
  return all.map(({ draft, texts }) => {
    const known = drafts.known.get(draft);
    // The server has stored them, but this browser did not hear its answer.
    const isSaved = Object.entries(texts).every(([path, text]) => known?.changes[path] === text);
    return isSaved ? null : (
      <Changes
        key={draft}
        title={known?.draft.title}
        address={draft === '' ? NEW_DRAFT_ADDRESS : addressOf(draft)}
        onDrop={() => unsaved.drop(draft)}
      />
    );
  });
}

interface ChangesProps {
  /** Title of the draft; undefined if there is none. */
  readonly title: string | undefined;
  readonly address: string;
  onDrop(): void;
}

function Changes({ title, address, onDrop }: ChangesProps) {
  const [isDropping, setDropping] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useKeptFocus(whole);
  const what = title === undefined ? 'changes' : `changes of “${title}”`;
  return (
    <div ref={whole} className="st-bar">
      This browser has {what} that are not saved yet. <a href={address}>Continue with them</a>{' '}
      <button type="button" onClick={() => setDropping(true)}>
        Drop them
      </button>
      {isDropping ? (
        <Dialog title="Drop the changes" onClose={() => setDropping(false)}>
          <p>
            Nobody else has these {what}. They are removed from this browser, and nothing can bring them back.
          </p>
          <p className="st-row">
            <button type="button" className="st-primary" onClick={onDrop}>
              Drop the changes
            </button>
            <button type="button" onClick={() => setDropping(false)}>
              Keep them
            </button>
          </p>
        </Dialog>
      ) : null}
    </div>
  );
}
