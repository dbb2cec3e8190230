/** What a page listens to on its window, so that what it leaves behind does not hear of the next one. */
export function keepListeners(window: Window): () => void {
  const undo: (() => void)[] = [];
  for (const place of [window, window.document]) {
    // A window that is a test's global object has functions of its own, which know whose they are.
    const own = Object.getOwnPropertyDescriptor(place, 'addEventListener');
    const add = place.addEventListener.bind(place) as EventTarget['addEventListener'];
    const remove = place.removeEventListener.bind(place) as (
      ...given: Parameters<EventTarget['addEventListener']>
    ) => void;
    Object.defineProperty(place, 'addEventListener', {
      configurable: true,
      writable: true,
      value: (...given: Parameters<EventTarget['addEventListener']>) => {
        // What React and the hands of a test listen to on the document is theirs for good.
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
