const TOLD = ['focus', 'blur', 'focusin', 'focusout'] as const;
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/**
 * A page focuses its title when it opens, and a field that is typed in; the browser gives whoever focuses the keyboard
 * of the whole window. As long as nobody is in the frame, the focus of its page is known to the page alone: it asks and
 * hears what it would, and who works around the frame keeps the keyboard.
 */
export function keepKeyboardAround(): void {
  const native = { ...methodsOf(HTMLElement.prototype), ...dialogMethodsOf(HTMLDialogElement.prototype) };
  const active = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement');
  /** What has the focus as the page is told. */
  let held: HTMLElement | undefined;

  function move(to: HTMLElement | undefined): void {
    const from = held;
    if (from === to) return;
    held = to;
    if (from?.isConnected === true) tell(from, 'blur', 'focusout', to);
    // Whoever heard of it may have moved it on.
    if (to !== undefined && held === to) tell(to, 'focus', 'focusin', from);
  }

  /** A dialog is given the focus by the browser itself: it is given back at once, and nobody hears of either. */
  function givingBack(run: () => void): void {
    if (document.hasFocus()) return run();
    const around = window.parent.document;
    const had = around.activeElement;
    const hush = (event: Event): void => event.stopImmediatePropagation();
    const hushed = [window, window.parent].flatMap((one) => TOLD.map((kind) => [one, kind] as const));
    for (const [one, kind] of hushed) one.addEventListener(kind, hush, { capture: true });
    try {
      run();
      if (!document.hasFocus()) return;
      // It is another window's: its classes are not those of this one.
      if (had === null || had === around.body) (window.frameElement as HTMLElement | null)?.blur();
      else (had as HTMLElement).focus({ preventScroll: true });
    } finally {
      for (const [one, kind] of hushed) one.removeEventListener(kind, hush, { capture: true });
    }
  }

  Object.defineProperty(document, 'activeElement', {
    configurable: true,
    get: () => (held?.isConnected === true ? held : (active?.get?.call(document) as Element | null)),
  });
  Object.assign(HTMLElement.prototype, {
    focus(this: HTMLElement, options?: FocusOptions) {
      if (document.hasFocus()) return native.focus.call(this, options);
      if (!this.matches(FOCUSABLE) || this.matches(':disabled') || !this.checkVisibility()) return;
      move(this);
      const { top, bottom } = this.getBoundingClientRect();
      if (options?.preventScroll !== true && (top < 0 || bottom > window.innerHeight))
        this.scrollIntoView({ block: 'nearest' });
    },
    blur(this: HTMLElement) {
      if (this === held) move(undefined);
      else native.blur.call(this);
    },
  });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      givingBack(() => native.showModal.call(this));
    },
    close(this: HTMLDialogElement, value?: string) {
      givingBack(() => native.close.call(this, value));
    },
  });
  // Somebody comes in: from here on it is the browser's.
  window.addEventListener('focus', ({ isTrusted }) => isTrusted && move(undefined), { capture: true });
}

function tell(
  element: HTMLElement,
  own: 'focus' | 'blur',
  around: 'focusin' | 'focusout',
  other: HTMLElement | undefined,
): void {
  const relatedTarget = other ?? null;
  element.dispatchEvent(new FocusEvent(own, { composed: true, relatedTarget }));
  element.dispatchEvent(new FocusEvent(around, { bubbles: true, composed: true, relatedTarget }));
}

const methodsOf = ({ focus, blur }: HTMLElement) => ({ focus, blur });
const dialogMethodsOf = ({ showModal, close }: HTMLDialogElement) => ({ showModal, close });
