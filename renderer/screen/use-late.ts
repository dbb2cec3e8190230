import { useEffect, useState } from 'react';

/** True after `isSo` was true for `afterMs`; false as soon as it is false. */
export function useLate(isSo: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSo, afterMs]);
  return isLate;
}
