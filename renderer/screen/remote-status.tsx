import type { RemoteState } from '../runtime/ports/field-state.ts';
import { Spinner } from '../kit/spinner.tsx';
import { plainWords } from '../kit/words.tsx';
import type { Say } from '../plan/words.ts';
import '../kit/button.css';
import './remote-status.css';

export interface RemoteStatusProps extends RemoteState {
  readonly problem: string | undefined;
  readonly say: Say;
}

/**
 * Status of a remote validation, below the field: in progress, or failed. The region is always rendered, so that
 * screen readers announce changes.
 */
export function RemoteStatus({ phase, problem, retry, say }: RemoteStatusProps) {
  const failure = say('This could not be checked. Try again.');
  return (
    <div className={phase === 'asking' || phase === 'failed' ? 'cz-remote' : 'cz-remote cz-visually-hidden'}>
      <p role="status" className="cz-remote-words">
        {phase === 'asking' ? (
          <>
            <Spinner />
            {say('Checking…')}
          </>
        ) : null}
        {phase === 'failed' && problem === undefined ? failure : null}
        {phase === 'wrong' ? plainWords(problem) : null}
      </p>
      {phase === 'failed' ? (
        <button type="button" className="cz-button cz-button-link" onClick={retry}>
          {say('Try again')}
        </button>
      ) : null}
    </div>
  );
}
