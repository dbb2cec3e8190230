import { type MouseEvent, useState } from 'react';
import * as v from 'valibot';
import { Refused } from '../api.ts';
import { unsentOf } from '../forms/unsent.ts';
import { useStaffForm } from '../forms/use-staff-form.ts';
import type { Selection } from '../model/outline.ts';
import { useConditionsAround } from './around.tsx';

export interface AskDevelopersProps {
  readonly place: Selection;
  /** Label of the button. */
  readonly label?: string;
  /** Beginning of the note. */
  readonly need?: string;
}

const WANTED = v.object({
  wanted: v.pipe(v.string(), v.trim(), v.minLength(1, 'Write what is missing.')),
});

/** A button for a person who needs something that does not exist yet: it leaves a note for the developers. */
export function AskDevelopers({
  place,
  label = 'This is not in our data: ask the developers',
  need = 'this is not in our data, and a condition needs it',
}: AskDevelopersProps) {
  const { askDevelopers } = useConditionsAround();
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const form = useStaffForm({
    schema: WANTED,
    first: { wanted: '' },
    unsent: unsentOf('Ask the developers', place.file, place.pointer, need),
    async send({ wanted }) {
      const refused = await askDevelopers(place, `${need}: ${wanted}`);
      if (refused !== undefined) throw new Refused('failed', refused);
    },
  });
  const { error, ...wanted } = form.field('wanted');
  const send = async (event: MouseEvent): Promise<void> => {
    setLeft(false);
    if (!(await form.submit(event))) return;
    form.reset();
    setLeft(true);
    setOpen(false);
  };
  return (
    <div className="st-ask">
      <button type="button" className="st-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen ? (
        <>
          <label>
            <span>What is missing</span>
            <textarea rows={2} {...wanted} />
          </label>
          <button type="button" onClick={(event) => void send(event)}>
            Leave the note
          </button>
        </>
      ) : null}
      <span aria-live="polite" className="st-soft">
        {error ?? form.refused?.message ?? (isLeft ? 'The note is among the comments.' : '')}
      </span>
    </div>
  );
}
