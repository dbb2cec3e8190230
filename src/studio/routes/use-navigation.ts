import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Address, writeAddress } from './address.ts';
import { useAddress } from './use-address.ts';

/** The change of the address that opens another screen. */
export function opened(screen: string): Partial<Address> {
  return { view: 'screens', screen, state: undefined };
}

/** Links and navigation from the current address. @param draft - The open draft. @param screen - The open screen. */
export function useNavigation(asked: Address, draft: string, screen: string) {
  const { go: navigate, isOld } = useAddress();
  const { view, state, release, against, language, pane } = asked;
  const here = { view, draft, screen, state, language, pane };
  const to = (change: Partial<Address>): Address => {
    const isSameView = (change.view ?? view) === view;
    return { ...here, ...(isSameView && { release, against }), ...change };
  };
  // A late response must navigate from the address at that time.
  const now = useRef(to);
  useLayoutEffect(() => {
    now.current = to;
  });
  // Replaces an older address, and one whose draft was created or ended in the meantime.
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
