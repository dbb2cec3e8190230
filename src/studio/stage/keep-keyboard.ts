const TOLD = ['focus', 'blur', 'focusin', 'focusout'] as const;
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/**
 * Prevents the page in the frame from taking the focus of the window, for example when it focuses its title. While the
 * window's focus is outside of the frame, focus in the frame is simulated: the page gets the events and the
 * `activeElement` that it expects.
 */
export function keepKeyboardAround(): void {
  const native = { ...methodsOf(HTMLElement.prototype), ...dialogMethodsOf(HTMLDialogElement.prototype) };
  const active = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement');
  /** The element with the simulated focus. */
  let held: HTMLElement | undefined;

  function move(to: HTMLElement | undefined): void {
    const from = held;
    if (from === to) return;
    held = to;
    if (from?.isConnected === true) tell(from, 'blur', 'focusout', to);
    // A listener may have moved the focus.
    if (to !== undefined && held === to) tell(to, 'focus', 'focusin', from);
  }

  /**
   * Opens or closes a dialog and restores the outer focus, which the browser moves. Other listeners do not
   * get the focus events.
   */
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
      // The element belongs to another window, so `instanceof` does not work.
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
  // A person focuses the frame: end the simulation.
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
