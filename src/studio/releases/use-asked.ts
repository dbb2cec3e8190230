import { useCallback, useEffect, useRef, useState } from 'react';

const EVERY_MS = 5_000;

export interface Asked<T> {
  readonly value: T | undefined;
  /** Never rejects: what was seen last stays, and the next look may succeed. */
  again(): Promise<void>;
  /** Takes what something that was done has answered: what was asked before it is answered as it was before it. */
  take(value: T): void;
}

/**
 * What the registry says, asked again every few seconds and whenever something was done. An answer that comes after
 * one that was asked for later is not taken.
 *
 * @param ask - The same function as long as the question is the same; undefined as long as there is none.
 */
export function useAsked<T>(ask: (() => Promise<T>) | undefined): Asked<T> {
  const [value, setValue] = useState<T>();
  /** Numbers of what was asked last, and of the last whose answer was taken. */
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
    void again();
    const timer = setInterval(() => void again(), EVERY_MS);
    return () => {
      clearInterval(timer);
      // What is still to come is of another question.
      current.taken = current.asked;
    };
  }, [again]);
  return { value, again, take };
}

/** What the registry says once, or why it says nothing. */
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
