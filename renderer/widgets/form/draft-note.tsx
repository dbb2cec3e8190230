import { isolate, settle } from '../../plan/isolate.ts';
import type { FormDraftStatus } from '../../plan/draft.ts';
import type { Say } from '../../plan/words.ts';
import './draft-note.css';

/** Shows that the draft was restored, what was not restored, and how to start over. */
export function DraftNote({ news, say }: { readonly news: FormDraftStatus; readonly say: Say }) {
  const { isKept, again, lost, startOver } = news;
  return (
    <div role="status" className="cz-form-draft">
      {isKept ? <p>{say('We kept what you filled in.')}</p> : null}
      {again.length > 0 ? (
        <p>
          {say('We never store these on your phone. Please fill them in again: {fields}', {
            fields: again.map((label) => isolate(label)).join(', '),
          })}
        </p>
      ) : null}
      {lost.length > 0 ? (
        <>
          <p>{say('This form has changed. These answers no longer fit:')}</p>
          <ul>
            {lost.map(({ place, label, words = '' }) => (
              <li key={place}>{words === '' ? settle(label) : `${isolate(label)}: ${isolate(words)}`}</li>
            ))}
          </ul>
        </>
      ) : null}
      <button type="button" className="cz-form-over" onClick={startOver}>
        {say('Start over')}
      </button>
    </div>
  );
}
