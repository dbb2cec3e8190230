import { useCallback, useEffect, useRef } from 'react';

/**
 * For a late answer that leads to another address: a person who has left the component meanwhile stays where they went.
 *
 * @returns runs the function while the component is mounted, and not after that.
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
