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

/** Like a plain link, the current address gets no second history entry. */
const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { href } = window.location;
  const isShown = new URL(to, href).href === href;
  navigate(to, isShown ? { ...options, replace: true } : options);
};
