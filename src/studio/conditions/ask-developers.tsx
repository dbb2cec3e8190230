import { useState } from 'react';
import type { Selection } from '../model/outline.ts';
import { useConditionsAround } from './around.tsx';

export interface AskDevelopersProps {
  readonly place: Selection;
  /** Label of the button. */
  readonly label?: string;
  /** Beginning of the note. */
  readonly need?: string;
}

/** A button for a person who needs something that does not exist yet: it leaves a note for the developers. */
export function AskDevelopers({
  place,
  label = 'This is not in our data: ask the developers',
  need = 'this is not in our data, and a condition needs it',
}: AskDevelopersProps) {
  const { askDevelopers } = useConditionsAround();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [told, setTold] = useState('');
  const send = async (): Promise<void> => {
    if (wanted.trim() === '') {
      setTold('Write what is missing.');
      return;
    }
    const refused = await askDevelopers(place, `${need}: ${wanted.trim()}`);
    setTold(refused ?? 'The note is among the comments.');
    if (refused === undefined) setOpen(false);
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
            <textarea rows={2} value={wanted} onChange={({ target }) => setWanted(target.value)} />
          </label>
          <button type="button" onClick={() => void send()}>
            Leave the note
          </button>
        </>
      ) : null}
      <span aria-live="polite" className="st-soft">
        {told}
      </span>
    </div>
  );
}
