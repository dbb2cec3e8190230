import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import '../../kit/button.css';
import { Icon } from '../../kit/icon.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { plainValue, plainWords, Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { FrameProps } from '../props.generated.ts';
import './frame.css';

export const frame = defineWidget<FrameProps>({ type: 'frame', Widget: Frame });

/** The same limit as for other requests. */
const SLOW_MS = 10_000;
const LOST_MS = 60_000;

type Phase = 'loading' | 'slow' | 'shown' | 'failed';

// React may handle two events in one render.
const showSlow = (now: Phase): Phase => (now === 'loading' ? 'slow' : now);
/** A refusal is final: the browser's own error page fires `load`, too. */
const showPage = (now: Phase): Phase => (now === 'failed' ? now : 'shown');

/**
 * An external page. Its sandbox allows scripts without an origin: they cannot access this page, its storage or its
 * address, open windows, submit forms or navigate the visitor away.
 *
 * A browser does not reveal whether the requested page was loaded. Beyond the detectable failures (offline, refused
 * by the policy, no answer), the button below the frame lets the person continue if it stays empty.
 */
function Frame({ props, id, emit, isBusy, say, canFrame, field }: WidgetProps<FrameProps>) {
  const [attempt, setAttempt] = useState(0);
  const element = useRef<HTMLDivElement>(null);
  const address = plainValue(props.src);
  const title = plainWords(props.title);

  const again = () => {
    setAttempt(attempt + 1);
    // The tapped button is removed.
    element.current?.focus();
  };
  return (
    <div ref={element} id={id} className="cz-frame" tabIndex={-1}>
      {address === undefined || title === undefined ? (
        <div className="cz-frame-page">
          <p className="cz-frame-cover">
            <Words of={typeof props.title === 'symbol' ? props.title : props.src} size="long" />
          </p>
        </div>
      ) : (
        <Attempt
          key={`${attempt} ${address}`}
          address={address}
          title={title}
          canFrame={canFrame}
          say={say}
          onAgain={again}
          onShown={field?.set}
        />
      )}
      {emit['tap'] === undefined ? null : (
        <button
          type="button"
          className="cz-button cz-button-link"
          aria-disabled={isBusy || undefined}
          onClick={emit['tap']}
        >
          {say('Open in browser')}
        </button>
      )}
    </div>
  );
}

interface AttemptProps extends Pick<WidgetProps<FrameProps>, 'canFrame' | 'say'> {
  readonly address: string;
  readonly title: string;
  onAgain(): void;
  /** Notifies the definition whether the page is shown. */
  readonly onShown: ((isShown: boolean) => void) | undefined;
}

/** One attempt to load the page. */
function Attempt({ address, title, canFrame, say, onAgain, onShown }: AttemptProps) {
  const [phase, setPhase] = useState<Phase>(() => (canFrame(address) ? 'loading' : 'failed'));
  const tell = useRef(onShown);
  const isFailed = phase === 'failed';
  const isWaiting = phase === 'loading' || phase === 'slow';

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timers = [setTimeout(setPhase, SLOW_MS, showSlow), setTimeout(setPhase, LOST_MS, 'failed')];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [isWaiting]);
  const isShown = phase === 'shown';
  useLayoutEffect(() => {
    tell.current = onShown;
  });
  // A layout effect, so that the value is set before the next tap. Reset when the page is removed: another address,
  // attempt or sheet starts again.
  useLayoutEffect(() => {
    tell.current?.(isShown);
    return () => tell.current?.(false);
  }, [isShown]);
  useEffect(() => {
    // An allowed page may navigate to a page that is not allowed.
    const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setPhase('failed');
    };
    document.addEventListener('securitypolicyviolation', refuse);
    return () => document.removeEventListener('securitypolicyviolation', refuse);
  }, []);

  return (
    <div className="cz-frame-page" aria-busy={isWaiting || undefined}>
      {isFailed ? null : (
        <iframe
          title={title}
          src={address}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          // When offline, the browser loads its own error page.
          onLoad={() => setPhase(canFrame(address) ? showPage : 'failed')}
        />
      )}
      {phase === 'shown' ? null : (
        <div className="cz-frame-cover" role={isFailed ? 'alert' : 'status'}>
          {isFailed ? <Icon name="warning" /> : <Spinner />}
          <p>{say(coverWords(phase))}</p>
          {phase === 'loading' ? null : (
            <button type="button" className="cz-button cz-button-secondary" onClick={onAgain}>
              {say('Try again')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function coverWords(phase: Exclude<Phase, 'shown'>) {
  switch (phase) {
    case 'loading':
      return 'Loading…';
    case 'slow':
      return 'Still working. You can wait or go back.';
    case 'failed':
      return 'This page could not be shown.';
  }
}
