import { Link } from 'wouter';
import type { Access } from '../model/access.ts';
import type { AutosaveView, Saving } from '../model/autosave.ts';

const FAILURES: { readonly [saving in Saving]?: string } = {
  offline: 'Not saved: the server does not answer. Trying again; your edits stay on this computer.',
  conflict: 'Not saved: another person changed the same document.',
  refused: 'Not saved; your edits stay on this computer',
};

const ENDED = {
  published: 'The draft was published; what you change now is in a new one.',
  discarded: 'The draft was closed; its changes go on in a new one.',
};

export interface SaveBannerProps {
  readonly denied: ReturnType<Access['snapshot']>;
  readonly saved: AutosaveView;
  readonly conflictHref: string;
  onAgain(): void;
}

/** Says below the bar that edits are not saved, or that they go on elsewhere, with the way on. */
export function SaveBanner({ denied, saved, conflictHref, onAgain }: SaveBannerProps) {
  const { saving, why, met, published, ended } = saved;
  if (denied === 'ended')
    return (
      <div className="st-banner">
        <span role="alert">
          Your session has ended, so nothing can be edited here.
          {saving === 'saved' ? '' : ' What was not saved stays on this computer until you sign in again.'}
        </span>
        <button type="button" onClick={() => window.location.reload()}>
          Sign in
        </button>
      </div>
    );
  const failure = FAILURES[saving];
  const isMet = met.length > 0 || published !== undefined;
  const said = [
    failure === undefined ? undefined : [failure, why].filter((words) => words !== undefined).join(': '),
    failure === undefined && ended !== undefined ? `${saving === 'saved' ? 'Saved' : 'Saving'}.` : undefined,
    ended === undefined ? undefined : ENDED[ended],
  ].filter((words) => words !== undefined);
  const isShown = said.length > 0 || isMet;
  return (
    <div className={isShown ? 'st-banner' : undefined}>
      <span role="status" aria-label="Saving">
        {said.join(' ')}
      </span>
      {saving === 'offline' || saving === 'refused' ? (
        <button type="button" onClick={onAgain}>
          Save again
        </button>
      ) : null}
      {isMet ? (
        <Link href={conflictHref} className="st-tab">
          {met.length === 0 ? 'Another version was published: see both' : 'See both versions'}
        </Link>
      ) : null}
    </div>
  );
}
