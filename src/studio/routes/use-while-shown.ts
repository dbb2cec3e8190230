import { useCallback, useEffect, useRef } from 'react';

/**
 * For navigation after a late response: a person who has left the component must stay at the new address.
 *
 * @returns a function that calls its argument only while the component is mounted.
 */
export function useWhileShown(): (lead: () => void) => void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback((lead) => {
    if (isShown.current) lead();
  }, []);
}
