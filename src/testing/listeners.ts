/**
 * Records a page's listeners on its window and removes them at the end, so that they do not receive events of the
 * next page.
 */
export function keepListeners(window: Window): () => void {
  const undo: (() => void)[] = [];
  for (const place of [window, window.document]) {
    // In a test, `window` may be the global object, which has its own `addEventListener`: restore that one.
    const own = Object.getOwnPropertyDescriptor(place, 'addEventListener');
    const add = place.addEventListener.bind(place) as EventTarget['addEventListener'];
    const remove = place.removeEventListener.bind(place) as (
      ...given: Parameters<EventTarget['addEventListener']>
    ) => void;
    Object.defineProperty(place, 'addEventListener', {
      configurable: true,
      writable: true,
      value: (...given: Parameters<EventTarget['addEventListener']>) => {
        // React's and the user-event driver's listeners on the document stay.
        if (place === window || given[0] === 'visibilitychange') undo.push(() => remove(...given));
        add(...given);
      },
    });
    undo.push(() => {
      if (own === undefined) Reflect.deleteProperty(place, 'addEventListener');
      else Object.defineProperty(place, 'addEventListener', own);
    });
  }
  return () => {
    for (const one of undo) one();
  };
}
