import type { ReactNode } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { STUDIO_ADDRESS } from '#src/server/staff/addresses.ts';

/** The addresses of the studio. */
export function StudioRouter({ children }: { readonly children: ReactNode }) {
  return (
    <Router base={STUDIO_ADDRESS} aroundNav={navigateOnce}>
      {children}
    </Router>
  );
}

/** As with any link, the address that is shown already gets no second entry of the history. */
const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { href } = window.location;
  const isShown = new URL(to, href).href === href;
  navigate(to, isShown ? { ...options, replace: true } : options);
};
