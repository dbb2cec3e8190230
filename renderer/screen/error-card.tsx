import '../kit/button.css';
import { Icon } from '../kit/icon.tsx';
import { toneClass } from '../kit/tone.ts';
import type { ScreenSurface } from '../live/live.ts';
import { useScreenParts } from './screen-context.ts';

/** Replaces body and bar where what they need could not be read: what happened, what the server said, and the way out. */
export function ErrorCard({ error }: { error: NonNullable<ScreenSurface['error']> }) {
  const { live, say } = useScreenParts();
  if (error.kind === 'unsafe') return <SafeMessage reference={error.reference} />;
  const isOffline = error.kind === 'offline';
  // A service that answered has said what is so: nothing went wrong, and its words are the title.
  const isAnswer = error.kind === 'business' && error.text !== undefined;
  const title = isAnswer ? error.text : isOffline ? say('You are offline') : say('Something went wrong');
  return (
    <div className="cz-error cz-card" role="alert">
      <span className={`cz-error-circle ${toneClass(isAnswer ? 'info' : isOffline ? 'neutral' : 'danger')}`}>
        <Icon name={isAnswer ? 'info' : isOffline ? 'offline' : 'failed'} />
      </span>
      <h2 className="cz-error-title">{title}</h2>
      {isAnswer || error.text === undefined ? null : <p className="cz-error-text">{error.text}</p>}
      <button type="button" className="cz-button cz-button-secondary" onClick={() => live.retry()}>
        {say('Try again')}
      </button>
      <Help />
      <Reference of={error.reference} />
    </div>
  );
}

/** The application's way to help, where it has one. */
function Help() {
  const { live } = useScreenParts();
  const { help } = live.app;
  if (help === undefined) return null;
  return (
    <button type="button" className="cz-button cz-button-link" onClick={() => live.help()}>
      {live.locale.message(help.text)}
    </button>
  );
}

/** A critical part of the screen is missing: nothing of it is shown, because half of it would mislead. */
export function SafeMessage({ reference }: { reference?: string }) {
  const { say } = useScreenParts();
  return (
    <div className="cz-error cz-card" role="alert">
      <span className={`cz-error-circle ${toneClass('warning')}`}>
        <Icon name="warning" />
      </span>
      <h2 className="cz-error-title">{say('This page cannot be shown safely. Please try again later.')}</h2>
      <Help />
      {reference === undefined ? null : <Reference of={reference} />}
    </div>
  );
}

function Reference({ of }: { of: string }) {
  const { say } = useScreenParts();
  return (
    <p className="cz-error-reference">{say('Reference {reference}').replace('{reference}', () => of)}</p>
  );
}
