import { useCallback, useEffect, useRef, useState } from 'react';
import type { Later } from './later.ts';

interface Used<Module> {
  readonly module: Module | undefined;
  /** It could not be fetched; `retry` asks again. */
  readonly isLost: boolean;
  retry(): void;
}

/** Code that comes apart, fetched when it is first asked for. What is here is given at once. */
export function useLater<Module>(isAsked: boolean, later: Later<Module>): Used<Module> {
  const [, draw] = useState({});
  const [isLost, setLost] = useState(false);
  const module = isAsked ? later.now() : undefined;
  const isWanted = isAsked && module === undefined && !isLost;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    later.fetch().then(
      () => {
        if (!isGone) draw({});
      },
      () => {
        if (!isGone) setLost(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, later]);
  // To set what is set already may draw once more.
  const lost = useRef(isLost);
  useEffect(() => void (lost.current = isLost), [isLost]);
  const retry = useCallback(() => {
    if (lost.current) setLost(false);
  }, []);
  return { module, isLost, retry };
}
