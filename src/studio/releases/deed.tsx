import { type FormEvent, type ReactNode, useId, useState } from 'react';
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

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await run(reason);
      setAsked(false);
      setRefused(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.message);
    } finally {
      setBusy(false);
    }
  }

  if (!isAsked) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  }
  return (
    <form className="st-deed" aria-label={label} onSubmit={(event) => void submit(event)}>
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
