import { useId } from 'react';
import type { Relation, Value } from './condition.ts';
import { takesSeveral } from './relations.ts';
import { type Money, readAmount } from './say.ts';
import type { OfferedSubject } from './subjects.ts';
import { findSubject, WhatBox, type WhatBoxProps } from './what-box.tsx';

/** What is typed to compare with. */
export interface TypedValue {
  readonly isOther: boolean;
  /** A text, digits, an amount, a day, or lines. */
  readonly text: string;
  /** The name of another value. */
  readonly other: string;
}

export interface ValueBoxProps extends Pick<WhatBoxProps, 'subjects' | 'valueOf'> {
  readonly subject: OfferedSubject;
  readonly relation: Relation;
  readonly money: Money;
  readonly value: TypedValue;
  onChange(value: TypedValue): void;
}

/** What a row compares with: a value of the right type, or another value by its name. */
export function ValueBox({ subject, relation, money, value, subjects, valueOf, onChange }: ValueBoxProps) {
  const id = useId();
  const isOther = value.isOther;
  const type = (text: string): void => onChange({ ...value, text });
  const comparable = subjects.filter((one) => isComparable(one, subject, relation));
  const { kind } = subject;
  return (
    <>
      {isOther ? (
        <WhatBox
          label="Other value"
          typed={value.other}
          subjects={comparable}
          valueOf={valueOf}
          onType={(other) => onChange({ ...value, other })}
        />
      ) : takesSeveral(relation) ? (
        <label>
          <span>Values, one in a line</span>
          <textarea rows={3} value={value.text} onChange={({ target }) => type(target.value)} />
        </label>
      ) : (
        <label>
          <span>Value</span>
          <input
            {...(subject.known.length > 0 && { list: id })}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={kind === 'number' || kind === 'money' ? 'decimal' : 'text'}
            {...(kind === 'money' && { placeholder: `${money.sign}0.00` })}
            value={value.text}
            onChange={({ target }) => type(target.value)}
          />
        </label>
      )}
      {isOther || subject.known.length === 0 ? null : takesSeveral(relation) ? (
        <Known known={subject.known} text={value.text} onChange={type} />
      ) : (
        <datalist id={id}>
          {subject.known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {comparable.length === 0 ? null : (
        <button type="button" className="st-link" onClick={() => onChange({ ...value, isOther: !isOther })}>
          {isOther ? 'Compare with a typed value' : 'Compare with another value'}
        </button>
      )}
    </>
  );
}

/** The known values, several of which can be chosen. */
function Known({
  known,
  text,
  onChange,
}: {
  readonly known: readonly string[];
  readonly text: string;
  onChange(text: string): void;
}) {
  const lines = linesOf(text);
  return (
    <fieldset className="st-known">
      <legend>Known values</legend>
      {known.map((one) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={lines.includes(one)}
            onChange={({ target }) =>
              onChange((target.checked ? [...lines, one] : lines.filter((line) => line !== one)).join('\n'))
            }
          />
          {one}
        </label>
      ))}
    </fieldset>
  );
}

function isComparable(one: OfferedSubject, subject: OfferedSubject, relation: Relation): boolean {
  if (one.what === subject.what) return false;
  if (takesSeveral(relation)) return one.kind === 'list';
  return one.kind === (subject.kind === 'list' ? 'text' : subject.kind);
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The value that was typed, or why it is none. */
export function readTyped(
  { isOther, text, other }: TypedValue,
  { subject, relation, money, subjects }: Pick<ValueBoxProps, 'subject' | 'relation' | 'money' | 'subjects'>,
): Value | string {
  if (isOther) {
    const found = findSubject(subjects, other);
    return found === undefined ? 'Choose the other value.' : { kind: 'other', source: found.what };
  }
  const isNumber = subject.kind === 'number';
  if (takesSeveral(relation)) {
    const lines = linesOf(text);
    if (lines.length === 0) return 'Enter at least one value.';
    if (!isNumber) return { kind: 'texts', texts: lines };
    return lines.every(isDigits) ? { kind: 'numbers', numbers: lines } : 'Enter a number in each line.';
  }
  if (isNumber) return isDigits(text) ? { kind: 'number', digits: text.trim() } : 'Enter a number.';
  if (subject.kind === 'money') {
    const minor = readAmount(text, money);
    return minor === undefined ? `Enter an amount, such as ${money.sign}10,000.` : { kind: 'money', minor };
  }
  if (subject.kind === 'date') return text === '' ? 'Enter a day.' : { kind: 'date', day: text };
  return text === '' ? 'Enter a value.' : { kind: 'text', text };
}

function isDigits(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text.trim());
}

/** How a value is typed. */
export function writeTyped(
  value: Value | undefined,
  subjects: readonly OfferedSubject[],
  money: Money,
): TypedValue {
  const typed = (text: string): TypedValue => ({ isOther: false, text, other: '' });
  switch (value?.kind) {
    case undefined:
      return typed('');
    case 'text':
      return typed(value.text);
    case 'number':
      return typed(value.digits);
    case 'money':
      return typed((value.minor / 10 ** money.decimals).toFixed(money.decimals));
    case 'date':
      return typed(value.day);
    case 'texts':
      return typed(value.texts.join('\n'));
    case 'numbers':
      return typed(value.numbers.join('\n'));
    case 'other': {
      const found = subjects.find(({ what }) => what === value.source);
      return { isOther: true, text: '', other: found?.label ?? value.source };
    }
  }
}
