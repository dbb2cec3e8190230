import '../kit/button.css';
import { Icon } from '../kit/icon.tsx';
import { toneClass } from '../kit/tone.ts';
import type { ScreenSurface } from '../runtime/live.ts';
import type { EngineWord } from '../plan/words.ts';
import { useScreenParts } from './screen-context.ts';

type ErrorState = NonNullable<ScreenSurface['error']>;

/** Title and advice; the definition's text is between them. */
interface Words {
  readonly title: EngineWord;
  readonly advice: EngineWord;
  readonly icon: 'offline' | 'failed';
}

const LATER = 'Try again in a few minutes.';
const OTHER: Words = { title: 'Something went wrong', advice: 'Try again or contact us.', icon: 'failed' };

/** Texts by kind of failure: offline, no answer, or an answer. */
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

/** The address or the session lacks a value, so a retry cannot help. */
function isMissing({ code }: ErrorState): boolean {
  return code?.startsWith('missing/') === true;
}

function wordsOf({ kind, code }: ErrorState): Words {
  return BY_KIND[kind === 'invalid-reply' && code === 'empty' ? code : kind] ?? OTHER;
}

/**
 * Replaces body and bar when required data could not be read: what happened, the server's message, and what to do.
 */
export function ErrorCard({ error }: { error: ErrorState }) {
  const { live, say } = useScreenParts();
  if (error.kind === 'unsafe') return <SafeMessage reference={error.reference} />;
  // The service's answer is the title.
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

/** The application's help, if it has one. */
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

/** Replaces a screen of which a critical node is missing, because the rest could mislead. */
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
