import { useCallback, useEffect, useState } from 'react';

export interface Later<Module> {
  readonly module: Module | undefined;
  /** It could not be fetched; `retry` asks again. */
  readonly isLost: boolean;
  retry(): void;
}

/**
 * Code that few pages need, fetched when it is first asked for.
 *
 * @param fetch - The same function every time.
 */
export function useLater<Module extends object>(
  isAsked: boolean,
  fetch: () => Promise<Module>,
): Later<Module> {
  const [module, setModule] = useState<Module>();
  const [isLost, setLost] = useState(false);
  const isWanted = isAsked && module === undefined && !isLost;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    fetch().then(
      (fetched) => {
        if (!isGone) setModule(fetched);
      },
      () => {
        if (!isGone) setLost(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, fetch]);
  const retry = useCallback(() => setLost(false), []);
  return { module, isLost, retry };
}
