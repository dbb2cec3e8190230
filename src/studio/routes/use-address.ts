import { useCallback, useMemo } from 'react';
import { useLocation, useRouter, useSearch } from 'wouter';
import { type Address, readAddress, writeAddress } from './address.ts';

/** The address of the page (undefined if no route matches), and `go` to another one. */
export function useAddress() {
  const { parser } = useRouter();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => readAddress(parser, path, search), [parser, path, search]);
  const go = useCallback(
    (to: Address, options?: { readonly replace: true }): void => navigate(writeAddress(to), options),
    [navigate],
  );
  /** An older address, from before the studio had routes. */
  const isOld = path === '/';
  return { address, isOld, go };
}
