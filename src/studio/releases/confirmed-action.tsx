import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { WHY } from '#src/shared/operation-bodies.ts';
import { Field } from '../forms/field.tsx';
import { unsentOf } from '../forms/unsent.ts';
import { type FormField, useStaffForm } from '../forms/use-staff-form.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import type { Refused } from '../api.ts';

interface Asked {
  /** Label of the button that opens the form. */
  readonly label: string;
  /** The consequence, shown before the person confirms. */
  readonly question: string;
  readonly confirm: string;
}

export interface ConfirmedActionProps extends Asked {
  /** What the action is about: its typed reason stays until it is sent. */
  readonly subject: string;
  /** Initial reason, where one is known. */
  readonly reason?: string;
  run(reason: string): Promise<void>;
}

/** A button for a change that affects borrowers: it shows the consequence and requires a reason. */
export function ConfirmedAction({ subject, reason = '', run, ...asked }: ConfirmedActionProps) {
  const form = useStaffForm({
    schema: WHY,
    first: { reason },
    unsent: unsentOf(asked.label, subject),
    send: (body) => run(body.reason),
  });
  return <ConfirmForm {...asked} {...{ form }} reason={form.field('reason')} />;
}

export interface ConfirmFormProps extends Asked {
  readonly form: {
    submit(event: FormEvent): Promise<boolean>;
    reset(): void;
    readonly isSending: boolean;
    readonly refused: Refused | undefined;
  };
  readonly reason: FormField;
  /** Default: Reason. */
  readonly reasonLabel?: string;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** Like `ConfirmedAction`, with a caller's form that has more fields than a reason. */
export function ConfirmForm({
  label,
  question,
  confirm,
  form,
  reason,
  reasonLabel = 'Reason',
  children,
}: ConfirmFormProps) {
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLFormElement>(null);
  const wasAsked = useRef(false);
  /** Whether the action is running. The disabled button has lost the focus, so treat the focus as still in the form. */
  const isDoing = useRef(false);
  useEffect(() => {
    // Focus the form and not the confirm button, so that a held key does not confirm.
    if (isAsked) place.current?.focus();
    // The action may have moved the focus to what it says.
    else if (wasAsked.current && document.activeElement === document.body) opener.current?.focus();
    wasAsked.current = isAsked;
    isDoing.current = false;
  }, [isAsked]);
  useLayoutEffect(
    () => () => {
      // The action, or another person's action, can remove this component.
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
      className="st-confirm"
      aria-label={label}
      aria-describedby={id}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p id={id}>{question}</p>
      {children}
      <Field label={reasonLabel} of={reason}>
        {(control) => <input required {...control} />}
      </Field>
      <div className="st-confirm-buttons">
        <button type="submit" className="st-primary" disabled={form.isSending} aria-describedby={id}>
          {confirm}
        </button>
        <button
          type="button"
          onClick={() => {
            setAsked(false);
            form.reset();
          }}
        >
          Cancel
        </button>
      </div>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
    </form>
  );
}
