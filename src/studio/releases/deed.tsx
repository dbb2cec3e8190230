import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Refused } from '../api.ts';

export interface DeedProps {
  /** What is done; the button that asks for it. */
  readonly label: string;
  /** What comes of it, said before it is done. */
  readonly question: string;
  readonly confirm: string;
  /** A reason to begin with: where it is urgent nobody types. */
  readonly reason?: string;
  /** Fields for what else must be said. */
  readonly children?: ReactNode;
  run(reason: string): Promise<void>;
}

/** Something that changes what borrowers get: asked for, said what it does, and done with a reason. */
export function Deed({ label, question, confirm, reason: given = '', children, run }: DeedProps) {
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState(given);
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const wasAsked = useRef(false);
  /** A button that was pressed loses the keyboard while it is busy. */
  const isDoing = useRef(false);
  useEffect(() => {
    // The keyboard goes to what is asked and not to what confirms it: a key that is held down confirms nothing.
    if (isAsked) form.current?.focus();
    else if (wasAsked.current) opener.current?.focus();
    wasAsked.current = isAsked;
    isDoing.current = false;
  }, [isAsked]);
  useLayoutEffect(
    () => () => {
      // What was done may leave nothing of it to be done again, and so may what somebody else does.
      const own = form.current ?? opener.current;
      const isIn = isDoing.current || own?.contains(document.activeElement);
      const around = own?.closest('section');
      if (isIn) queueMicrotask(() => keepFocus(around));
    },
    [],
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    isDoing.current = true;
    setBusy(true);
    try {
      await run(reason);
      setAsked(false);
      setRefused(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.message);
      isDoing.current = false;
    } finally {
      setBusy(false);
    }
  }

  if (!isAsked) {
    return (
      <button ref={opener} type="button" onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  }
  return (
    <form
      ref={form}
      className="st-deed"
      aria-label={label}
      aria-describedby={id}
      tabIndex={-1}
      onSubmit={(event) => void submit(event)}
    >
      <p id={id}>{question}</p>
      {children}
      <label className="st-field">
        <span>Reason</span>
        <input
          required
          minLength={3}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <button type="submit" className="st-primary" disabled={isBusy} aria-describedby={id}>
        {confirm}
      </button>{' '}
      <button type="button" onClick={() => setAsked(false)}>
        Cancel
      </button>
      {refused === undefined ? null : <p role="alert">{refused}</p>}
    </form>
  );
}

/** Whoever works by keys goes on where they were, as far as that is still there. */
function keepFocus(around: HTMLElement | null | undefined): void {
  if (document.activeElement !== document.body) return;
  const place = around?.isConnected === true ? around : document.querySelector<HTMLElement>('.st-releases');
  if (place === null) return;
  place.tabIndex = -1;
  place.focus();
}
