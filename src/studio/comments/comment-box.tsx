import {
  type FormEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { REPLY } from '#src/shared/operation-bodies.ts';
import { Field } from '../forms/field.tsx';
import { keptOf, type Unsent } from '../forms/unsent.ts';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { useKeptFocus } from '../ui/keep-focus.ts';
import { type BegunName, nameBefore, offerNames } from './naming.ts';
import '../ui/combobox.css';

export interface CommentBoxProps {
  readonly label: string;
  readonly unsent: Unsent;
  /** Names that can be mentioned. */
  readonly colleagues: readonly string[];
  /** Called when the person types `@`. */
  onName(): void;
  /** @throws Refused. */
  onSay(text: string): Promise<void>;
  /** Called when the comment was sent and its text is forgotten. */
  onSent?(): void;
}

const EMPTY = { text: '' };

/** A text box for a comment; typing `@` suggests colleagues. */
export function CommentBox({ label, unsent, colleagues, onName, onSay, onSent }: CommentBoxProps) {
  const id = useId();
  const place = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLFormElement>(null);
  useKeptFocus(whole);
  const form = useStaffForm({
    schema: REPLY,
    first: EMPTY,
    unsent,
    send: ({ text }) => onSay(text),
  });
  const [begun, setBegun] = useState<BegunName>();
  const [at, setAt] = useState(0);
  const { getValues, setValue } = form;
  const { text: kept } = { ...EMPTY, ...keptOf(unsent.read(), EMPTY) };
  useEffect(() => {
    // An edit can put another node at the same place, which has its own text.
    if (getValues('text') !== kept) setValue('text', kept);
  }, [kept, getValues, setValue]);
  const offered = begun === undefined ? [] : offerNames(colleagues, begun);

  async function submit(event: FormEvent): Promise<void> {
    if (!(await form.submit(event))) return;
    form.reset();
    onSent?.();
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
    form.setValue('text', current.value);
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
    <form ref={whole} className="st-say" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} of={form.field('text')}>
        {(control) => (
          <textarea
            {...control}
            ref={(element) => {
              control.ref(element);
              place.current = element;
            }}
            required
            rows={2}
            aria-autocomplete="list"
            {...(offered.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` })}
            onChange={(event) => {
              void control.onChange(event);
              look(event);
            }}
            onSelect={look}
            onKeyDown={hear}
            onBlur={(event) => {
              void control.onBlur(event);
              setBegun(undefined);
            }}
          />
        )}
      </Field>
      <div role="status" className="st-soft">
        {begun === undefined ? '' : describeOffer(offered.length)}
      </div>
      {offered.length === 0 ? null : (
        <ul id={id} role="listbox" aria-label="Colleagues" className="st-options st-colleagues">
          {offered.map((name, nth) => (
            // The text box keeps the focus and handles the keys.
            <li
              key={name}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === at}
              className="st-option"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </li>
          ))}
        </ul>
      )}
      <button type="submit" disabled={form.isSending}>
        Send
      </button>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
    </form>
  );
}

function describeOffer(count: number): string {
  if (count === 0) return 'No colleague has this name.';
  return count === 1
    ? '1 colleague: Enter adds the name.'
    : `${count} colleagues: arrows choose, Enter adds the name.`;
}
