import { useEffect, useId, useRef, useState } from 'react';
import { type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import { setAt } from '../model/edits.ts';
import type { Filled } from '../properties/definition.ts';
import {
  choosePattern,
  EXAMPLES,
  type Examples,
  findPatternFault,
  namedPatternOf,
  passes,
  PATTERNS,
  readExamples,
  sayExample,
  writeExamples,
} from './patterns.ts';
import { isOfRule } from './rules.ts';
import { edit, type MemberScope, write } from './scope.ts';

export interface PatternInputProps {
  readonly scope: MemberScope;
  /** The rule. */
  readonly owner: Json;
  /** Pointer of its pattern. */
  readonly pointer: string;
  readonly property: Filled;
}

const OWN = 'own';

/** The input of a pattern: one from the list by its name, or the person's own, with examples. */
export function PatternInput({ scope, owner, pointer, property }: PatternInputProps) {
  const id = useId();
  const rule = splitPointer(pointer).slice(0, -1).reduce(joinPointer, '');
  const named = namedPatternOf(owner);
  // While a person types their own pattern, it may equal one from the list.
  const [isOwn, setIsOwn] = useState(named === undefined);
  const isShownAsOwn = named === undefined || (isOwn && owner['rule'] === 'pattern');
  const examples = readExamples(owner);
  const choose = (title: string): void => {
    const next = PATTERNS.find((one) => one.title === title);
    setIsOwn(next === undefined);
    edit(scope, property.title, (source) =>
      Object.entries(choosePattern(owner, next)).reduce(
        ({ text }, [name, value]) => setAt({ path: source.path, text }, joinPointer(rule, name), value),
        { text: source.text, pointer: rule },
      ),
    );
  };
  if (!isOfRule({}, wordOf(owner['rule']), property.name))
    return <OwnPattern {...{ scope, owner, pointer, property }} />;
  return (
    <fieldset className="st-member-group">
      <legend>{property.title}</legend>
      <div className="st-member">
        <label htmlFor={id}>The text must be</label>
        <select
          {...{ id }}
          aria-describedby={isShownAsOwn ? undefined : `${id}-example`}
          value={isShownAsOwn ? OWN : named.title}
          onChange={({ target }) => choose(target.value)}
        >
          {PATTERNS.map(({ title }) => (
            <option key={title} value={title}>
              {title}
            </option>
          ))}
          <option value={OWN}>My own pattern</option>
        </select>
        {isShownAsOwn ? null : (
          <p id={`${id}-example`} className="st-soft">
            {sayExample(owner, named)}
          </p>
        )}
      </div>
      {isShownAsOwn ? <OwnPattern {...{ scope, owner, pointer, property }} /> : null}
      {examples !== undefined && (isShownAsOwn || writeExamples(examples) !== undefined) ? (
        <ExamplesInput
          {...{ owner, examples }}
          onWrite={(next, gesture) =>
            edit(
              scope,
              'Examples',
              (source) => setAt(source, joinPointer(rule, EXAMPLES), writeExamples(next)),
              gesture && `${scope.place.file}${rule} ${gesture}`,
            )
          }
        />
      ) : null}
    </fieldset>
  );
}

function OwnPattern({ scope, owner, pointer, property }: PatternInputProps) {
  const id = useId();
  const value = typeof owner['pattern'] === 'string' ? owner['pattern'] : '';
  const fault = findPatternFault(value);
  return (
    <div className="st-member">
      <label htmlFor={id}>My own pattern</label>
      <input
        {...{ id, value }}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help ${id}-fault`}
        onChange={({ target }) => write(scope, pointer, property, target.value)}
      />
      <p id={`${id}-fault`} className="st-field-fault" role="status">
        {fault}
      </p>
      <p id={`${id}-help`} className="st-soft">
        {property.help}
      </p>
    </div>
  );
}

interface ExamplesInputProps {
  readonly owner: Json;
  readonly examples: Examples;
  /** @param gesture - Edits with the same gesture are one step of undo. */
  onWrite(examples: Examples, gesture?: string): void;
}

function ExamplesInput({ owner, examples, onWrite }: ExamplesInputProps) {
  return (['pass', 'fail'] as const).map((kind) => (
    <ExampleList
      key={kind}
      {...{ owner, kind }}
      texts={examples[kind]}
      onWrite={(texts, gesture) => onWrite({ ...examples, [kind]: texts }, gesture)}
    />
  ));
}

interface ExampleListProps {
  readonly owner: Json;
  readonly kind: keyof Examples;
  readonly texts: readonly string[];
  onWrite(texts: readonly string[], gesture?: string): void;
}

const WORDS = {
  pass: { legend: 'Examples that must pass', good: 'passes', bad: 'does not pass, but must' },
  fail: { legend: 'Examples that must not pass', good: 'does not pass', bad: 'passes, but must not' },
};

function ExampleList({ owner, kind, texts, onWrite }: ExampleListProps) {
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  // A new example is stored when its first letter is typed.
  const [isAdding, setIsAdding] = useState(false);
  const shown = isAdding ? [...texts, ''] : texts;
  const empty = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAdding) empty.current?.focus();
  }, [isAdding]);
  return (
    <fieldset className="st-member-several">
      <legend>{WORDS[kind].legend}</legend>
      {shown.map((text, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- examples have no ids, and typing must not replace the input
          key={at}
          className="st-example"
        >
          <input
            ref={at === texts.length ? empty : undefined}
            aria-label={`Example ${at + 1}`}
            aria-describedby={`${id}-${at}`}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setIsAdding(false);
              onWrite(Object.assign([...texts], { [at]: target.value }), `${kind} ${at}`);
            }}
          />
          <Verdict id={`${id}-${at}`} {...{ owner, kind, text }} />
          <button
            type="button"
            aria-label={`Remove example ${at + 1}`}
            onClick={() => {
              setIsAdding(false);
              add.current?.focus();
              if (at < texts.length) onWrite(texts.filter((_text, one) => one !== at));
            }}
          >
            ×
          </button>
        </div>
      ))}
      <button
        ref={add}
        type="button"
        onClick={() => {
          setIsAdding(true);
          empty.current?.focus();
        }}
      >
        Add an example
      </button>
    </fieldset>
  );
}

interface VerdictProps extends Pick<ExampleListProps, 'owner' | 'kind'> {
  readonly id: string;
  readonly text: string;
}

/** Shows whether an example passes or fails as it must. */
function Verdict({ id, owner, kind, text }: VerdictProps) {
  const isGood = passes(owner, text) === (kind === 'pass');
  return (
    <span {...{ id }} role="status" className={isGood ? 'st-example-good' : 'st-example-bad'}>
      {text === '' ? null : (
        <>
          <span aria-hidden="true">{isGood ? '✓' : '✗'}</span> {WORDS[kind][isGood ? 'good' : 'bad']}
        </>
      )}
    </span>
  );
}
