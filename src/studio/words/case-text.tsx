import { type ReactNode, useId, useState } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { TextValue } from '../steps/values.ts';
import { nameValue, readParts, type TemplateParts, writeParts } from './template-parts.ts';

export interface CaseTextProps {
  readonly label: string;
  /** The template. */
  readonly text: string;
  readonly titles: ValueTitles;
  /** Its values in the state on the phone; undefined if they are not known. */
  readonly now: readonly string[] | undefined;
  /** Values that can be inserted. */
  readonly offered: readonly TextValue[];
  onWrite(text: string): void;
}

/** A text in which each value is a chip, so that typing cannot break or lose a value. */
export function CaseText({ label, text, titles, now, offered, onWrite }: CaseTextProps) {
  const [isRefused, setRefused] = useState(false);
  const parts = readParts(text);
  if (parts === undefined)
    return <textarea aria-label={label} value={text} onChange={({ target }) => onWrite(target.value)} />;
  const { words, values } = parts;
  const write = (next: TemplateParts): void => {
    const template = writeParts(next);
    setRefused(template === undefined);
    if (template !== undefined) onWrite(template);
  };
  const writeWords = (at: number, typed: string): void =>
    write({ words: words.map((one, place) => (place === at ? typed : one)), values });
  const remove = (at: number): void =>
    write({
      words: [...words.slice(0, at), `${words[at]}${words[at + 1]}`, ...words.slice(at + 2)],
      values: values.filter((_one, place) => place !== at),
    });
  return (
    <>
      <div className="st-case-text" role="group" aria-label={label}>
        {words.map((one, at) => (
          <Part
            // The index is the key, because the text changes while typing.
            key={at}
            label={values.length === 0 ? label : sayPlace(label, at, values, titles)}
            words={one}
            onWrite={(typed) => writeWords(at, typed)}
          >
            {at < values.length ? (
              <Chip
                label={label}
                name={nameValue(values[at] ?? '', titles)}
                source={values[at] ?? ''}
                now={now?.length === values.length ? now[at] : undefined}
                onRemove={() => remove(at)}
              />
            ) : null}
          </Part>
        ))}
      </div>
      {isRefused ? (
        <p role="alert" className="st-field-fault">
          Put a space between “$” and the value after it.
        </p>
      ) : null}
      <InsertValue
        {...{ label, offered }}
        onInsert={(written) => {
          const inserted = readParts(written);
          if (inserted === undefined) return;
          const last = words.at(-1) ?? '';
          const gap = last === '' || /\s$/.test(last) ? last : `${last} `;
          write({ words: [...words.slice(0, -1), gap, ''], values: [...values, ...inserted.values] });
        }}
      />
    </>
  );
}

interface PartProps {
  readonly label: string;
  readonly words: string;
  readonly children: ReactNode;
  onWrite(words: string): void;
}

function Part({ label, words, children, onWrite }: PartProps) {
  return (
    <>
      <textarea aria-label={label} rows={1} value={words} onChange={({ target }) => onWrite(target.value)} />
      {children}
    </>
  );
}

function sayPlace(label: string, at: number, values: readonly string[], titles: ValueTitles): string {
  const [before, after] = [values[at - 1], values[at]];
  if (before === undefined) return `${label}, before ${nameValue(after ?? '', titles)}`;
  return `${label}, after ${nameValue(before, titles)}`;
}

interface ChipProps {
  readonly label: string;
  readonly name: string;
  readonly source: string;
  readonly now: string | undefined;
  onRemove(): void;
}

function Chip({ label, name, source, now, onRemove }: ChipProps) {
  return (
    <span className="st-chip" title={source}>
      <span>{name}</span>
      {now === undefined ? null : <b>{now}</b>}
      <button type="button" aria-label={`Remove ${name} from ${label}`} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}

interface InsertValueProps extends Pick<CaseTextProps, 'label' | 'offered'> {
  onInsert(written: string): void;
}

function InsertValue({ label, offered, onInsert }: InsertValueProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  if (offered.length === 0) return null;
  if (!isOpen)
    return (
      <button
        type="button"
        className="st-link"
        aria-label={`Insert a value into ${label}`}
        onClick={() => setOpen(true)}
      >
        Insert a value
      </button>
    );
  const chosen = offered.find((one) => one.label === name);
  return (
    <span className="st-row">
      <input
        aria-label={`Value for ${label}`}
        placeholder="Name of a value"
        list={id}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={id}>
        {offered.map(({ path, label: called }) => (
          <option key={path} value={called} />
        ))}
      </datalist>
      <button
        type="button"
        disabled={chosen === undefined}
        onClick={() => {
          if (chosen !== undefined) onInsert(chosen.written);
          setName('');
          setOpen(false);
        }}
      >
        Insert
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </span>
  );
}
