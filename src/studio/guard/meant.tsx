import { type FormEvent, useState } from 'react';
import './guard.css';

/** Says that a warning is meant: with a reason, which whoever reviews it reads. */
export function Meant({
  about,
  onMeant,
}: {
  /** What the warning says, for whoever hears one button after the other. */
  readonly about: string;
  onMeant(reason: string): void;
}) {
  const [reason, setReason] = useState<string>();
  if (reason === undefined) {
    return (
      <button type="button" aria-label={`It is meant… ${about}`} onClick={() => setReason('')}>
        It is meant…
      </button>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onMeant(reason);
  };
  return (
    <form className="st-meant" aria-label="It is meant" onSubmit={submit}>
      <label className="st-field">
        <span>Why it is meant</span>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for it writes next
          autoFocus
          required
          minLength={3}
          maxLength={500}
          pattern=".*\S.*"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setReason(undefined);
          }}
        />
      </label>
      <button type="submit">Write the reason</button>
    </form>
  );
}
