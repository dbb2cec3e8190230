import { type KeyboardEvent, useId, useState } from 'react';
import type { OfferedSubject } from './subjects.ts';
import '../ui/combobox.css';

export interface WhatBoxProps {
  readonly label: string;
  readonly subjects: readonly OfferedSubject[];
  /** What is typed: a name, or the beginning of one. */
  readonly typed: string;
  /** The value in the state on the phone, in words. */
  valueOf(subject: OfferedSubject): string | undefined;
  onType(typed: string): void;
}

const MOST = 40;

/** A search for a value by its name. */
export function WhatBox({ label, subjects, typed, valueOf, onType }: WhatBoxProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const chosen = findSubject(subjects, typed);
  const found = chosen === undefined ? search(subjects, typed) : subjects;
  const shown = isOpen ? around(found, chosen) : [];

  const take = (subject: OfferedSubject): void => {
    onType(subject.label);
    setOpen(false);
  };
  const move = (by: number): void => {
    const next = (at + by) % Math.max(1, shown.length);
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const hear = (event: KeyboardEvent): void => {
    const one = shown[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) setOpen(true);
      else move(event.key === 'ArrowDown' ? 1 : shown.length - 1);
    } else if (event.key === 'Enter' && one !== undefined) take(one);
    else if (event.key === 'Escape' && isOpen) {
      // The panes do not hear it: Escape closes only the list.
      event.stopPropagation();
      setOpen(false);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="st-what">
      <label>
        <span>{label}</span>
        <input
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          {...(shown.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` })}
          placeholder="Search by name"
          title={chosen?.what}
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setOpen(true);
            setAt(0);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={hear}
          onBlur={() => setOpen(false)}
        />
      </label>
      {shown.length === 0 ? null : (
        <ul id={id} role="listbox" aria-label="Names" className="st-options st-what-list">
          {shown.map((one, nth) => (
            // The text box keeps the focus and handles the keys.
            <li
              key={one.what}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === at}
              title={one.what}
              className="st-what-entry"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <span>{one.label}</span>
              <span className="st-soft">{describe(one, valueOf(one))}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && found.length === 0 ? <p className="st-soft">No value has this name.</p> : null}
    </div>
  );
}

const KINDS: { readonly [kind in OfferedSubject['kind']]: string } = {
  text: 'text',
  number: 'number',
  money: 'amount',
  date: 'day',
  boolean: 'yes or no',
  list: 'list',
  other: 'record',
};

function describe({ kind }: OfferedSubject, value: string | undefined): string {
  return value === undefined ? KINDS[kind] : `${KINDS[kind]}, now ${value}`;
}

/** The value with exactly this name, or this path. */
export function findSubject(subjects: readonly OfferedSubject[], typed: string): OfferedSubject | undefined {
  const words = typed.trim().toLowerCase();
  return subjects.find(({ label, what }) => label.toLowerCase() === words || what === typed.trim());
}

/** Those with all words of the search; those that begin with it first. */
function search(subjects: readonly OfferedSubject[], typed: string): readonly OfferedSubject[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = subjects.filter(({ label, what }) => {
    const own = `${label} ${what}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const [first = ''] = words;
  const begins = ({ label }: OfferedSubject): boolean => label.toLowerCase().startsWith(first);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

/** Some of many, the chosen one first. */
function around(
  found: readonly OfferedSubject[],
  chosen: OfferedSubject | undefined,
): readonly OfferedSubject[] {
  const rest = found.filter((one) => one !== chosen);
  return [...(chosen === undefined ? [] : [chosen]), ...rest].slice(0, MOST);
}
