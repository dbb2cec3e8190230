import { useCallback, useMemo } from 'react';
import { useLocation, useRouter, useSearch } from 'wouter';
import { type Address, readAddress, writeAddress } from './address.ts';

/** The address of the page, and the way to another one; `undefined` where nothing has it. */
export function useAddress() {
  const { parser } = useRouter();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => readAddress(parser, path, search), [parser, path, search]);
  const go = useCallback(
    (to: Address, options?: { readonly replace: true }): void => navigate(writeAddress(to), options),
    [navigate],
  );
  /** Of before there were routes. */
  const isOld = path === '/';
  return { address, isOld, go };
}
