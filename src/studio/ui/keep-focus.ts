import { type RefObject, useLayoutEffect } from 'react';

/** Where the focus goes if the focused element is removed: a section near it, else the main part of the page. */
export function keepFocus(near: HTMLElement | null | undefined): void {
  if (document.activeElement !== document.body) return;
  const place = near?.isConnected === true ? near : document.querySelector('main');
  if (place === null) return;
  place.tabIndex = -1;
  place.focus();
}

/** Keeps the focus near an element when that is removed with the focus in it. */
export function useKeptFocus(own: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      const near = element.parentElement?.closest<HTMLElement>('section, main');
      queueMicrotask(() => keepFocus(near));
    };
  }, [own]);
}
