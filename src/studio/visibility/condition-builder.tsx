import { useId, useMemo, useState } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { joinConditions, needsValue, type Relation, relationsOf, writeConditions } from './conditions.ts';
import { type ConditionPath, listPaths } from './paths.ts';
import './visibility.css';

export interface ConditionBuilderProps {
  readonly legend: string;
  readonly files: readonly SourceFile[];
  /** Path of the document. */
  readonly file: string;
  /** Pointer of what has the condition, for names that are known only there. */
  readonly pointer?: string;
  /** The condition that the new one is added to. */
  readonly own: string | undefined;
  /** Titles of the named values that the document reads. */
  readonly titles: ValueTitles;
  /** Whether the project would have no new errors with this condition. */
  readonly isSound: (condition: string) => boolean;
  onWrite(condition: string): void;
  onCancel(): void;
}

/** Makes a condition without writing an expression. */
export function ConditionBuilder(props: ConditionBuilderProps) {
  const { legend, files, file, pointer, own, titles, isSound, onWrite, onCancel } = props;
  const id = useId();
  const paths = useMemo(() => listPaths(files, file, titles, pointer), [files, file, titles, pointer]);
  const [name, setName] = useState('');
  const [relation, setRelation] = useState<Relation>('is not');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const path = paths.find((one) => one.path === name || one.title === name);
  const relations = path === undefined ? [] : relationsOf(path.kind);
  const said = relations.includes(relation) ? relation : (relations[0] ?? 'is');

  const add = (): void => {
    if (path === undefined) {
      setFault('Choose a value to compare.');
      return;
    }
    if (needsValue(path, said) && (path.kind === 'number' ? !/^-?\d+(\.\d+)?$/.test(value) : value === '')) {
      setFault(path.kind === 'number' ? 'Enter a number.' : 'Enter a value.');
      return;
    }
    const sound = writeConditions(path, said, value)
      .map((condition) => joinConditions(own, condition))
      .find(isSound);
    if (sound === undefined) setFault('This comparison is not possible here.');
    else onWrite(sound);
  };

  return (
    <fieldset className="st-builder">
      <legend>{legend}</legend>
      <label>
        <span>What</span>
        <input
          list={id}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setFault(undefined);
          }}
        />
      </label>
      <datalist id={id}>
        {paths.map((one) => (
          <option key={one.path} value={one.title ?? one.path} />
        ))}
      </datalist>
      <label>
        <span>Relation</span>
        <select
          aria-label="Relation"
          value={said}
          onChange={({ target }) => setRelation(target.value as Relation)}
        >
          {relations.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {path !== undefined && needsValue(path, said) ? (
        <Value path={path} value={value} onChange={setValue} />
      ) : null}
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <div className="st-row">
        <button type="button" onClick={add}>
          Add
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </fieldset>
  );
}

function Value({
  path,
  value,
  onChange,
}: {
  readonly path: ConditionPath;
  readonly value: string;
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <label>
      <span>Value</span>
      <input
        list={id}
        value={value}
        inputMode={path.kind === 'number' ? 'decimal' : 'text'}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {path.known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}
