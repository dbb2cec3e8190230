import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Address, writeAddress } from './address.ts';
import { useAddress } from './use-address.ts';

/** Another screen, as it is opened. */
export function opened(screen: string): Partial<Address> {
  return { view: 'screens', screen, state: undefined };
}

/** Where one can go from an address. @param draft - The one that is open. @param first - Of its screens. */
export function useWays(asked: Address, draft: string, first: string) {
  const { go: navigate, isOld } = useAddress();
  const { view, screen = first, state, release, against, language, pane } = asked;
  const here = { view, draft, screen, state, language, pane };
  const to = (change: Partial<Address>): Address => {
    const isSameView = (change.view ?? view) === view;
    return { ...here, ...(isSameView && { release, against }), ...change };
  };
  // What was waited for goes on from the address of then.
  const now = useRef(to);
  useLayoutEffect(() => {
    now.current = to;
  });
  // Replaces an address of before there were routes, and one whose draft was begun or ended meanwhile.
  const isExact = !isOld && asked.draft === draft && asked.screen === screen;
  useEffect(() => {
    if (!isExact) navigate({ ...asked, draft, screen }, { replace: true });
  }, [isExact, navigate, asked, draft, screen]);
  return {
    screen,
    /** Address below `/studio`, for a link. */
    hrefTo: (change: Partial<Address>): string => writeAddress(to(change)),
    hrefToScreen: (one: string): string => writeAddress(to(opened(one))),
    go: (change: Partial<Address>, options?: { readonly replace: true }): void =>
      navigate(now.current(change), options),
  };
}
