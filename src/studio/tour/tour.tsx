import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { View } from '../routes/address.ts';
import { enterOutline } from '../panes/outline.tsx';
import { Callout, type CalloutProps } from '../ui/popover.tsx';
import { firstStop } from '../use-chords.ts';
import type { StudioScope } from '../use-studio.ts';
import { HELP, type HelpName, TOUR } from './help.ts';
import { MarkedWords } from './marked-words.tsx';
import { useTour } from './tour-store.ts';
import './tour.css';

interface Place {
  /** Selector of the element that the step is about. */
  readonly target: string;
  readonly side: CalloutProps['side'];
  readonly align?: CalloutProps['align'];
  /** The view that contains the target; absent: every view does. */
  readonly view?: View;
  /**
   * Whether the person has done what the step asks for; absent: the step only shows something.
   *
   * @param before - The documents when the tour began in this page.
   */
  isDone?(scope: StudioScope, before: StudioScope['view']['texts']): boolean;
}

const PLACES: { readonly [name in HelpName]?: Place } = {
  outline: {
    ...{ target: '.st-outline', side: 'right', view: 'screens' },
    isDone: ({ selection }) => selection !== undefined && selection.pointer !== '',
  },
  properties: {
    ...{ target: '.st-right:not([hidden])', side: 'left', view: 'screens' },
    // A draft can have changes from before the tour.
    isDone: ({ view }, before) => view.texts !== before,
  },
  phone: { target: '.st-phone', side: 'right', view: 'screens' },
  states: {
    // The phone stays visible.
    ...{ target: '.st-tools > .st-choice', side: 'bottom', align: 'end', view: 'screens' },
    isDone: ({ state, states }) => states.length < 2 || state !== states[0],
  },
  review: {
    ...{ target: '.st-to-review', side: 'bottom' },
    isDone: ({ address }) => address.view === 'review',
  },
  approval: { target: '.st-publish', side: 'left', view: 'review' },
};

/** The running tour: a card beside the part of the studio that the current step is about. */
export function Tour({ scope, step }: { readonly scope: StudioScope; readonly step: number }) {
  const tour = useTour();
  const [before] = useState(scope.view.texts);
  const current = TOUR[step];
  const place = current && PLACES[current.place];
  const target = useTarget(place?.target ?? '');
  const wanted = place?.view;
  const { go, address } = scope;
  const begin = useEffectEvent(() => {
    if (wanted !== undefined && wanted !== address.view) go({ view: wanted });
  });
  // Open the view only when the step begins; after that the person may go elsewhere.
  useEffect(() => begin(), [step]);
  useMark(target);
  if (current === undefined || place === undefined) return null;
  const end = (): void => {
    const isInside = document.activeElement?.closest('.st-callout') != null;
    tour.end();
    // The focused button disappears with the card, so move the focus.
    if (!isInside) return;
    const stop = target instanceof HTMLAnchorElement ? target : target && firstStop(target);
    if (stop) stop.focus();
    else enterOutline();
  };
  const isLast = step === TOUR.length - 1;
  const isDone = place.isDone?.(scope, before);
  return (
    <Callout
      {...{ target }}
      title={HELP[current.place].title}
      side={place.side}
      align={place.align}
      onClose={end}
      actions={
        <>
          {step === 0 ? null : (
            <button type="button" onClick={() => tour.go(step - 1)}>
              Back
            </button>
          )}
          {isLast ? null : (
            <button
              type="button"
              className={isDone === false ? undefined : 'st-tour-next'}
              onClick={() => tour.go(step + 1)}
            >
              {isDone === false ? 'Skip' : 'Next'}
            </button>
          )}
          <span className="st-fill" />
          <button type="button" className={isLast ? 'st-tour-next' : undefined} onClick={end}>
            End the tour
          </button>
        </>
      }
    >
      <p>
        <MarkedWords>{HELP[current.place].about}</MarkedWords>
      </p>
      <p className="st-tour-task">
        <MarkedWords>{current.task}</MarkedWords>
        {isDone === true ? ' ✓ Done.' : null}
      </p>
      <p className="st-soft">
        Step {step + 1} of {TOUR.length}
      </p>
    </Callout>
  );
}

/** The first element that matches a selector; it may appear later. */
function useTarget(selector: string): Element | undefined {
  return useSyncExternalStore(
    hearDocument,
    () => (selector === '' ? null : document.querySelector(selector)) ?? undefined,
  );
}

function hearDocument(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  return () => observer.disconnect();
}

/** Draws a frame around the target of the step, and scrolls to it. */
function useMark(target: Element | undefined): void {
  useLayoutEffect(() => {
    target?.setAttribute('data-toured', '');
    // In one column the card is a sheet at the bottom.
    const isNarrow = window.matchMedia('(max-width: 899px)').matches;
    target?.scrollIntoView({ block: isNarrow ? 'start' : 'nearest' });
    return () => target?.removeAttribute('data-toured');
  }, [target]);
}
