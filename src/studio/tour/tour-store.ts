import { createContext, useContext, useSyncExternalStore } from 'react';
import { type HelpName, TOUR } from './help.ts';

export interface TourView {
  /** Whether to offer the tour: this person has neither started nor declined it in this browser. */
  readonly isNew: boolean;
  /** The current step; undefined while the tour is not running. */
  readonly step: number | undefined;
}

/** Stores whether a person has answered the offer of the tour, and their current step. */
export interface TourStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => TourView;
  /** Goes to a step; the first one starts the tour. */
  go(step: number): void;
  /** Ends the tour, or declines it. */
  end(): void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * @param lasting - Stores the answer to the offer; undefined: it is not stored.
 * @param session - Stores the step while the tab is open, because the tour begins on Home and continues in the studio.
 */
export function openTour(lasting: Store | undefined, session: Store | undefined, person: string): TourStore {
  const answerKey = `capiz:studio:tour:${person}`;
  const stepKey = `capiz:studio:tour-step:${person}`;
  const listeners = new Set<() => void>();
  const found = TOUR.findIndex(({ place }) => place === session?.getItem(stepKey));
  let view: TourView = {
    isNew: lasting?.getItem(answerKey) !== 'answered',
    step: found < 0 ? undefined : found,
  };
  function set(step: number | undefined): void {
    const place: HelpName | undefined = step === undefined ? undefined : TOUR[step]?.place;
    view = { isNew: false, step: place === undefined ? undefined : step };
    try {
      lasting?.setItem(answerKey, 'answered');
      if (place === undefined) session?.removeItem(stepKey);
      else session?.setItem(stepKey, place);
    } catch {
      // The storage is full: the answer is remembered until the page is closed.
    }
    for (const listener of listeners) listener();
  }
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    go: set,
    end: () => set(undefined),
  };
}

export const TourContext = createContext(openTour(undefined, undefined, ''));

export function useTour(): TourView & Pick<TourStore, 'go' | 'end'> {
  const { subscribe, snapshot, go, end } = useContext(TourContext);
  return { ...useSyncExternalStore(subscribe, snapshot), go, end };
}
