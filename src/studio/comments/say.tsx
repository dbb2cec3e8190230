import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { type BegunName, nameBefore, offerNames } from './naming.ts';
import '../palette/palette.css';

export interface SayProps {
  readonly label: string;
  /** Whom it can name. */
  readonly colleagues: readonly string[];
  /** Somebody begins to name a colleague. */
  onName(): void;
  /** @returns whether it was taken. */
  onSay(text: string): Promise<boolean>;
}

/** Words to colleagues; an `@` offers their names. */
export function Say({ label, colleagues, onName, onSay }: SayProps) {
  const id = useId();
  const place = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [begun, setBegun] = useState<BegunName>();
  const [at, setAt] = useState(0);
  const offered = begun === undefined ? [] : offerNames(colleagues, begun);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    if (await onSay(text)) setText('');
    setBusy(false);
  }

  function look({
    currentTarget: { value, selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLTextAreaElement>) {
    const next = selectionStart === selectionEnd ? nameBefore(value, selectionStart) : undefined;
    if (next?.from === begun?.from && next?.begun === begun?.begun) return;
    setBegun(next);
    setAt(0);
    if (next !== undefined) onName();
  }

  function take(name: string): void {
    const { current } = place;
    if (current === null || begun === undefined) return;
    current.setRangeText(`@${name} `, begun.from, current.selectionStart, 'end');
    setText(current.value);
    setBegun(undefined);
  }

  function hear(event: KeyboardEvent): void {
    const name = offered[at];
    if (name === undefined || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((at + 1) % offered.length);
    else if (event.key === 'ArrowUp') setAt((at + offered.length - 1) % offered.length);
    else if (event.key === 'Escape') setBegun(undefined);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey) take(name);
    else return;
    event.preventDefault();
  }

  return (
    <form className="st-say" onSubmit={(event) => void submit(event)}>
      <label className="st-field">
        <span>{label}</span>
        <textarea
          ref={place}
          required
          rows={2}
          maxLength={2_000}
          aria-autocomplete="list"
          {...(offered.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            look(event);
          }}
          onSelect={look}
          onKeyDown={hear}
          onBlur={() => setBegun(undefined)}
        />
      </label>
      <div role="status" className="st-soft">
        {begun === undefined ? '' : describeOffer(offered.length)}
      </div>
      {offered.length === 0 ? null : (
        <ul id={id} role="listbox" aria-label="Colleagues" className="st-palette-list">
          {offered.map((name, nth) => (
            // The keys that choose are heard by the words, which keep the focus.
            <li
              key={name}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === at}
              className="st-palette-entry"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </li>
          ))}
        </ul>
      )}
      <button type="submit" disabled={isBusy || text.trim() === ''}>
        Send
      </button>
    </form>
  );
}

function describeOffer(count: number): string {
  if (count === 0) return 'No colleague is called so.';
  return count === 1 ? 'A colleague: Enter names them.' : `${count} colleagues: arrows choose, Enter names.`;
}
