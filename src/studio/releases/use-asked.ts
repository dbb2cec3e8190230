import { useCallback, useEffect, useRef, useState } from 'react';

const EVERY_MS = 5_000;

export interface Asked<T> {
  readonly value: T | undefined;
  /** Loads the value again. Never rejects: on an error the last value stays. */
  again(): Promise<void>;
  /** Sets the value from the response of an action. Responses to earlier requests are ignored. */
  take(value: T): void;
}

/**
 * Polls a value of the registry. A response that arrives after the response to a later request is
 * ignored.
 *
 * @param ask - Sends the request; must keep its identity while the request is the same; undefined stops the polling.
 * @param everyMs - Default: a few seconds.
 * @param first - A value that was just read.
 */
export function useAsked<T>(
  ask: (() => Promise<T>) | undefined,
  { everyMs = EVERY_MS, first }: { readonly everyMs?: number; readonly first?: T } = {},
): Asked<T> {
  const [value, setValue] = useState<T | undefined>(first);
  const isRead = useRef(first !== undefined);
  /** Numbers of the last request and of the last request whose response was used. */
  const order = useRef({ asked: 0, taken: 0 });
  const takeAs = useCallback((number: number, found: T): void => {
    if (number <= order.current.taken) return;
    order.current.taken = number;
    setValue(() => found);
  }, []);
  const again = useCallback(async () => {
    if (ask === undefined) return;
    const number = (order.current.asked += 1);
    await ask().then(
      (found) => takeAs(number, found),
      () => undefined,
    );
  }, [ask, takeAs]);
  const take = useCallback((found: T) => takeAs((order.current.asked += 1), found), [takeAs]);
  useEffect(() => {
    const { current } = order;
    if (!isRead.current) void again();
    isRead.current = false;
    const timer = setInterval(() => void again(), everyMs);
    return () => {
      clearInterval(timer);
      // Ignore responses to the old request.
      current.taken = current.asked;
    };
  }, [again, everyMs]);
  return { value, again, take };
}

/** Loads a value once; returns the error message if that fails. */
export function useOnce<T extends object>(
  ask: () => Promise<T>,
): T | { readonly refused: string } | undefined {
  const [answer, setAnswer] = useState<{ readonly of: typeof ask; readonly said: T | { refused: string } }>();
  useEffect(() => {
    let isGone = false;
    ask().then(
      (said) => !isGone && setAnswer({ of: ask, said }),
      (error: unknown) =>
        !isGone &&
        setAnswer({ of: ask, said: { refused: error instanceof Error ? error.message : 'It failed.' } }),
    );
    return () => {
      isGone = true;
    };
  }, [ask]);
  return answer?.of === ask ? answer.said : undefined;
}
