import { useEffect, useEffectEvent } from 'react';

/** Listens to the keys of the window. The handler sees the values of the last render. */
export function useKeyDown(hear: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(hear);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => latest(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
