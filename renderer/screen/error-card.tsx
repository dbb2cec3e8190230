import '../kit/button.css';
import { Icon } from '../kit/icon.tsx';
import { toneClass } from '../kit/tone.ts';
import type { ScreenSurface } from '../live/live.ts';
import type { EngineWord } from '../plan/words.ts';
import { useScreenParts } from './screen-context.ts';

type ErrorState = NonNullable<ScreenSurface['error']>;

/** What is so, and what a person can do about it; the definition's own words stand between them. */
interface Words {
  readonly title: EngineWord;
  readonly advice: EngineWord;
  readonly icon: 'offline' | 'failed';
}

const LATER = 'Try again in a few minutes.';
const OTHER: Words = { title: 'Something went wrong', advice: 'Try again or contact us.', icon: 'failed' };

/** Each kind of failure looks like what it is: who is out of reach, who did not answer, and who answered what. */
const BY_KIND: { readonly [kind: string]: Words } = {
  offline: { title: 'You are offline', advice: 'Connect to the internet and try again.', icon: 'offline' },
  network: {
    title: 'We could not reach the service',
    advice: 'Check your connection and try again.',
    icon: 'offline',
  },
  timeout: {
    title: 'The service did not answer in time',
    advice: 'Your connection may be slow. Try again.',
    icon: 'failed',
  },
  server: { title: 'The service has a problem', advice: LATER, icon: 'failed' },
  'invalid-reply': { title: 'We could not read the answer', advice: LATER, icon: 'failed' },
  empty: { title: 'The service sent an empty answer', advice: LATER, icon: 'failed' },
  business: {
    title: 'The service cannot do this',
    advice: 'No reason was given. Try again or contact us.',
    icon: 'failed',
  },
};

/** The address or the session lacks something: to try again would find it lacking again. */
function isMissing({ code }: ErrorState): boolean {
  return code?.startsWith('missing/') === true;
}

function wordsOf({ kind, code }: ErrorState): Words {
  return BY_KIND[kind === 'invalid-reply' && code === 'empty' ? code : kind] ?? OTHER;
}

/** Replaces body and bar where what they need could not be read: what happened, what the server said, and the way out. */
export function ErrorCard({ error }: { error: ErrorState }) {
  const { live, say } = useScreenParts();
  if (error.kind === 'unsafe') return <SafeMessage reference={error.reference} />;
  // A service that answered has said what is so: its words are the title.
  const answer = error.isAnswer ? error.text : undefined;
  const { title, advice, icon } = wordsOf(error);
  const tone = answer !== undefined ? 'info' : icon === 'offline' ? 'neutral' : 'danger';
  return (
    <div className="cz-error cz-card" role="alert">
      <span className={`cz-error-circle ${toneClass(tone)}`}>
        <Icon name={answer === undefined ? icon : 'info'} />
      </span>
      <h2 className="cz-error-title" lang={answer === undefined ? undefined : error.lang}>
        {answer ?? say(title)}
      </h2>
      {answer !== undefined || error.text === undefined ? null : (
        <p className="cz-error-text" lang={error.lang}>
          {error.text}
        </p>
      )}
      {answer === undefined && !isMissing(error) ? <p className="cz-error-text">{say(advice)}</p> : null}
      {isMissing(error) ? null : (
        <button type="button" className="cz-button cz-button-secondary" onClick={() => live.retry()}>
          {say('Try again')}
        </button>
      )}
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
  return <p className="cz-error-reference">{say('Reference {reference}', { reference: of })}</p>;
}
