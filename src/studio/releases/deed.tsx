import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { WHY } from '#src/shared/operation-bodies.ts';
import { Field } from '../forms/field.tsx';
import { type FormField, useStaffForm } from '../forms/use-staff-form.ts';
import type { Refused } from '../api.ts';

interface Asked {
  /** What is done; the button that asks for it. */
  readonly label: string;
  /** What comes of it, said before it is done. */
  readonly question: string;
  readonly confirm: string;
}

export interface DeedProps extends Asked {
  /** A reason to begin with: where it is urgent nobody types. */
  readonly reason?: string;
  run(reason: string): Promise<void>;
}

/** Something that changes what borrowers get: asked for, said what it does, and done with a reason. */
export function Deed({ reason = '', run, ...asked }: DeedProps) {
  const form = useStaffForm({ schema: WHY, first: { reason }, send: (body) => run(body.reason) });
  return <DeedForm {...asked} {...{ form }} reason={form.field('reason')} />;
}

export interface DeedFormProps extends Asked {
  readonly form: {
    submit(event: FormEvent): Promise<boolean>;
    reset(): void;
    readonly isSending: boolean;
    readonly refused: Refused | undefined;
  };
  readonly reason: FormField;
  /** Fields for what else must be said. */
  readonly children?: ReactNode;
}

/** The same with a form that asks for more than a reason. */
export function DeedForm({ label, question, confirm, form, reason, children }: DeedFormProps) {
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLFormElement>(null);
  const wasAsked = useRef(false);
  /** A button that was pressed loses the keyboard while it is busy. */
  const isDoing = useRef(false);
  useEffect(() => {
    // The keyboard goes to what is asked and not to what confirms it: a key that is held down confirms nothing.
    if (isAsked) place.current?.focus();
    else if (wasAsked.current) opener.current?.focus();
    wasAsked.current = isAsked;
    isDoing.current = false;
  }, [isAsked]);
  useLayoutEffect(
    () => () => {
      // What was done may leave nothing of it to be done again, and so may what somebody else does.
      const own = place.current ?? opener.current;
      const isIn = isDoing.current || own?.contains(document.activeElement);
      const around = own?.closest('section');
      if (isIn) queueMicrotask(() => keepFocus(around));
    },
    [],
  );

  async function submit(event: FormEvent): Promise<void> {
    isDoing.current = true;
    if (await form.submit(event)) {
      setAsked(false);
      form.reset();
    } else {
      isDoing.current = form.isSending;
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
      ref={place}
      className="st-deed"
      aria-label={label}
      aria-describedby={id}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p id={id}>{question}</p>
      {children}
      <Field label="Reason" of={reason}>
        {(control) => <input required {...control} />}
      </Field>
      <button type="submit" className="st-primary" disabled={form.isSending} aria-describedby={id}>
        {confirm}
      </button>{' '}
      <button type="button" onClick={() => setAsked(false)}>
        Cancel
      </button>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
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
