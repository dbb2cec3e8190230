/** Watches whether an input method is composing a character in the rendered screen. */
export interface Composition {
  /** Runs at once, or when the character is complete: rendering would interrupt it. */
  whenComplete(run: () => void): void;
}

export function watchComposition(document: Document): Composition {
  let isComposing = false;
  const waiting: (() => void)[] = [];
  const update = (event: Event): void => {
    // The first script may come after the beginning of a composition.
    const isInput = event.type === 'input' && (event as InputEvent).isComposing;
    isComposing = isInput || event.type === 'compositionstart';
    // The next character may begin in the same event.
    if (!isComposing) for (const run of waiting.splice(0)) setTimeout(() => whenComplete(run));
  };
  const names = ['compositionstart', 'compositionend', 'input', 'focusout'];
  for (const name of names) document.addEventListener(name, update, true);
  function whenComplete(run: () => void): void {
    if (isComposing) {
      waiting.push(run);
      return;
    }
    for (const name of names) document.removeEventListener(name, update, true);
    run();
  }
  return { whenComplete };
}
