import { useCallback, useEffect, useState } from 'react';

const EVERY_MS = 5_000;

/**
 * What the registry says, asked again every few seconds and whenever something was done.
 *
 * @param ask - The same function as long as the question is the same.
 */
export function useAsked<T>(ask: () => Promise<T>): {
  readonly value: T | undefined;
  again(): Promise<void>;
} {
  const [value, setValue] = useState<T>();
  const again = useCallback(async () => setValue(await ask()), [ask]);
  useEffect(() => {
    let isGone = false;
    const look = (): void => {
      ask().then(
        (found) => !isGone && setValue(() => found),
        // What was seen last stays; the next look may succeed.
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [ask]);
  return { value, again };
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
