import { useState } from 'react';
import * as v from 'valibot';
import { REASON } from '#src/shared/operation-schemas.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import './guard.css';

interface MeantProps {
  /** The warning's message, for the accessible name of the button. */
  readonly about: string;
  onMeant(reason: string): void;
}

/** Acknowledges a warning. The reviewer reads the reason. */
export function AcknowledgeButton({ about, onMeant }: MeantProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <MeantForm onMeant={onMeant} onClose={() => setOpen(false)} />;
  return (
    <button type="button" aria-label={`It is intended… ${about}`} onClick={() => setOpen(true)}>
      It is intended…
    </button>
  );
}

const MEANT = v.object({ reason: v.pipe(v.string(), v.trim(), REASON) });

function MeantForm({ onMeant, onClose }: Pick<MeantProps, 'onMeant'> & { onClose(): void }) {
  const form = useStaffForm({
    schema: MEANT,
    first: { reason: '' },
    async send({ reason }) {
      onMeant(reason);
    },
  });
  return (
    <form
      className="st-meant"
      aria-label="It is intended"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Field label="Why this is intended" of={form.field('reason')}>
        {(control) => (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person who opened the form types next
          <input autoFocus required {...control} />
        )}
      </Field>
      <button type="submit">Write the reason</button>
    </form>
  );
}
