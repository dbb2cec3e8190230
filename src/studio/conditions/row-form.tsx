import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Expression, Failure, PENDING } from '#renderer/plan/expression.ts';
import type { Facts } from '../stage/scene.ts';
import { AskDevelopers } from './ask-developers.tsx';
import { useConditionsAround } from './around.tsx';
import type { Relation, Test } from './condition.ts';
import { lower, valueIn } from './count.ts';
import { CountLine } from './count-line.tsx';
import { needsValue, relationsOf, sayRelation } from './relations.ts';
import { type Money, sayAmount } from './say.ts';
import { listSubjectsAt, nameSubject, type OfferedSubject, scopeOf } from './subjects.ts';
import { readTyped, type TypedValue, ValueBox, writeTyped } from './value-box.tsx';
import { findSubject, WhatBox } from './what-box.tsx';
import { writeTest } from './write-test.ts';
import './conditions.css';

/** Where a condition is, and how it is checked. */
export interface ConditionPlace {
  readonly files: readonly SourceFile[];
  /** Path of the document. */
  readonly file: string;
  /** Pointer of what has the condition, for names that are known only there. */
  readonly pointer?: string | undefined;
  /** Titles of the named values that the document reads. */
  readonly titles: ValueTitles;
  /** `Shown`, or `True`, in so many states. */
  readonly word?: string;
}

export interface RowFormProps extends ConditionPlace {
  readonly legend: string;
  /** The row as it is; undefined for a new one. */
  readonly test?: Test | undefined;
  /** The whole condition with a comparison in this row's place. */
  whole(comparison: string): string;
  /** Whether the project would have no new errors with this condition. */
  isSound(condition: string): boolean;
  onWrite(condition: string): void;
  onCancel(): void;
}

/** The fields of one row: what is looked at, how it is compared, and with what. */
export function RowForm(props: RowFormProps) {
  const { legend, files, file, pointer, titles, word = 'True' } = props;
  const { test, whole, isSound, onWrite, onCancel } = props;
  const { money, now, screenFile } = useConditionsAround();
  const form = useRef<HTMLFieldSetElement>(null);
  const scope = useMemo(() => scopeOf(files, file, pointer), [files, file, pointer]);
  const subjects = useMemo(
    () => listSubjectsAt({ files, file, pointer, titles }),
    [files, file, pointer, titles],
  );
  const [name, setName] = useState(() => test && nameIn(subjects, test.what, titles));
  const [relation, setRelation] = useState<Relation>(test?.relation ?? 'is not');
  const [value, setValue] = useState<TypedValue>(() => writeTyped(test?.value, subjects, money));
  const [fault, setFault] = useState<string>();
  const subject =
    findSubject(subjects, name ?? '') ??
    (test && name === nameIn(subjects, test.what, titles) ? unlisted(test) : undefined);
  const relations = subject === undefined ? [] : offered(subject, test);
  const said = relations.includes(relation) ? relation : (relations[0] ?? 'is');
  const candidates = subject === undefined ? [] : candidatesOf(subject);

  // The first field has the focus, as the form has just been opened.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function readIn(about: OfferedSubject) {
    return needsValue(said)
      ? readTyped(value, { subject: about, relation: said, money, subjects })
      : undefined;
  }

  function candidatesOf(about: OfferedSubject): readonly string[] {
    const read = readIn(about);
    if (typeof read === 'string') return [];
    return writeTest({ what: about.what, relation: said, value: read }).map(whole);
  }

  function submit(): void {
    if (subject === undefined) {
      setFault('Choose a value to compare.');
      return;
    }
    const read = needsValue(said)
      ? readTyped(value, { subject, relation: said, money, subjects })
      : undefined;
    if (typeof read === 'string') {
      setFault(read);
      return;
    }
    const sound = candidates.find(isSound);
    if (sound === undefined) setFault('This comparison is not possible here.');
    else onWrite(sound);
  }

  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    submit();
  };

  const valueOf = (one: OfferedSubject): string | undefined =>
    now && sayNow(one, lower(one.what, scope), now, file !== screenFile, money);
  const nowWords = subject && valueOf(subject);
  const countable = candidates.find((one) => lower(one, scope) !== undefined);

  return (
    <fieldset ref={form} className="st-builder" onKeyDown={hear}>
      <legend>{legend}</legend>
      <WhatBox
        label="What"
        typed={name ?? ''}
        {...{ subjects, valueOf }}
        onType={(typed) => {
          setName(typed);
          setFault(undefined);
        }}
      />
      {nowWords === undefined ? null : <p className="st-soft st-now">On the phone now: {nowWords}</p>}
      <label>
        <span>Relation</span>
        <select value={said} onChange={({ target }) => setRelation(target.value as Relation)}>
          {relations.map((one) => (
            <option key={one} value={one}>
              {sayRelation(one, subject?.kind ?? 'other')}
            </option>
          ))}
        </select>
      </label>
      {subject !== undefined && needsValue(said) ? (
        <ValueBox
          {...{ subject, money, value, subjects, valueOf }}
          relation={said}
          onChange={(next) => {
            setValue(next);
            setFault(undefined);
          }}
        />
      ) : null}
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      {countable === undefined ? null : (
        <CountLine {...{ files, file, pointer, word }} condition={countable} />
      )}
      <div className="st-row">
        <button type="button" onClick={submit}>
          {test === undefined ? 'Add' : 'Save'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <AskDevelopers place={{ file, pointer: pointer ?? '' }} />
    </fieldset>
  );
}

const LONGEST = 60;

/** A value in the state on the phone, in words; undefined if it is not known. */
function sayNow(
  { kind }: OfferedSubject,
  expression: Expression | undefined,
  now: Facts,
  isPart: boolean,
  money: Money,
): string | undefined {
  const result = expression === undefined ? PENDING : valueIn(expression, now, isPart);
  if (result === undefined) return 'not there';
  if (typeof result === 'symbol' || result instanceof Failure) return undefined;
  if (kind === 'money' && typeof result === 'number') return sayAmount(result, money);
  if (typeof result === 'boolean') return result ? 'yes' : 'no';
  if (typeof result === 'object') return Array.isArray(result) ? `${result.length} items` : undefined;
  return String(result).slice(0, LONGEST);
}

function nameIn(subjects: readonly OfferedSubject[], what: string, titles: ValueTitles): string {
  return subjects.find((one) => one.what === what)?.label ?? nameSubject(what, titles);
}

/** What a row looks at without being offered, such as a value with a default. */
function unlisted({ what, relation, value }: Test): OfferedSubject {
  const isYesNo = relation === 'is yes' || relation === 'is no';
  const kinds = {
    text: 'text',
    texts: 'text',
    number: 'number',
    numbers: 'number',
    money: 'money',
    date: 'date',
  } as const;
  const kind =
    value === undefined || value.kind === 'other' ? (isYesNo ? 'boolean' : 'other') : kinds[value.kind];
  return { what, label: what, kind, isOptional: false, isList: false, known: [] };
}

/** The relations for a value; the one that is written is always there. */
function offered({ what, kind, isOptional }: OfferedSubject, test: Test | undefined): readonly Relation[] {
  const own = relationsOf(kind, isOptional);
  return test?.what !== what || own.includes(test.relation) ? own : [...own, test.relation];
}
