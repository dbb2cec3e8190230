import { useState } from 'react';
import * as v from 'valibot';
import { REASON } from '#src/shared/operation-schemas.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import type { Selection } from '../model/outline.ts';
import './guard.css';

interface MeantProps {
  /** The warning's message, for the accessible name of the button. */
  readonly about: string;
  /** Where the warning is. */
  readonly place: Selection;
  onMeant(reason: string): void;
}

/** Acknowledges a warning. The reviewer reads the reason. */
export function AcknowledgeButton({ about, place, onMeant }: MeantProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <MeantForm {...{ about, place, onMeant }} onClose={() => setOpen(false)} />;
  return (
    <button type="button" aria-label={`It is intended… ${about}`} onClick={() => setOpen(true)}>
      It is intended…
    </button>
  );
}

const MEANT = v.object({ reason: v.pipe(v.string(), v.trim(), REASON) });

function MeantForm({ about, place, onMeant, onClose }: MeantProps & { onClose(): void }) {
  const form = useStaffForm({
    schema: MEANT,
    first: { reason: '' },
    unsent: unsentOf('It is intended', place.file, place.pointer, about),
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
        if (event.key !== 'Escape') return;
        form.reset();
        onClose();
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
