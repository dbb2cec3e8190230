import type { ReactNode } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';

export function StudioRouter({ children }: { readonly children: ReactNode }) {
  return (
    <Router base={STUDIO_ADDRESS} aroundNav={navigateOnce}>
      {children}
    </Router>
  );
}

/** Navigation to the current address adds no second history entry, as with a plain link. */
const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { href } = window.location;
  const isShown = new URL(to, href).href === href;
  navigate(to, isShown ? { ...options, replace: true } : options);
};
