import { useId } from 'react';
import type { Value } from '#renderer/plan/expression.ts';
import { readPlainText } from '../words/plain-text.ts';
import { choiceOf } from '../properties/describe.ts';
import { type Filled, writeStandard } from '../properties/definition.ts';
import { readValue, writeValue } from '../properties/shown.ts';

export interface FieldInputProps {
  readonly property: Filled;
  readonly value: unknown;
  onWrite(value: unknown): void;
}

/** The input of one value, which it can show completely. */
export function FieldInput({ property, value, onWrite }: FieldInputProps) {
  const id = useId();
  const { title, help, way, shape } = property;
  const isAbsent = value === undefined || (!shape.required && value === shape.default);
  const said = way === 'flag' ? (value ?? shape.default) : isAbsent && way === 'words' ? undefined : value;
  const shown = writeValue(way, readPlainText(said)?.source ?? said);
  const write = (next: Value): void => onWrite(readValue(property, next));
  const common = { id, 'aria-describedby': help === '' ? undefined : `${id}-help` };
  return (
    <div className={way === 'flag' ? 'st-member st-member-flag' : 'st-member'}>
      <label htmlFor={id}>{title}</label>
      {way === 'flag' ? (
        <input
          type="checkbox"
          {...common}
          checked={shown === true}
          onChange={({ target }) => write(target.checked)}
        />
      ) : way === 'words' ? (
        <select {...common} value={String(shown)} onChange={({ target }) => write(target.value)}>
          {shape.required ? null : <option value="">{writeStandard(property)}</option>}
          {(shape.words ?? [])
            .filter((word) => shape.required || word !== String(shape.default))
            .map((word) => (
              <option key={word} value={word}>
                {choiceOf(property.name, word)}
              </option>
            ))}
        </select>
      ) : way === 'box' || way === 'lines' ? (
        <textarea {...common} rows={1} value={String(shown)} onChange={({ target }) => write(target.value)} />
      ) : (
        <Line {...{ common, property, write }} shown={String(shown)} />
      )}
      {help === '' ? null : (
        <p id={`${id}-help`} className="st-soft">
          {help}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  readonly common: { readonly id: string };
  readonly property: Filled;
  readonly shown: string;
  write(value: string): void;
}

/** One line, with values to choose from if there are some. */
function Line({ common, property: { way, options }, shown, write }: LineProps) {
  const list = `${common.id}-options`;
  return (
    <>
      <input
        {...common}
        autoComplete="off"
        inputMode={way === 'count' ? 'numeric' : undefined}
        list={options === undefined ? undefined : list}
        value={shown}
        onChange={({ target }) => write(target.value)}
      />
      {options === undefined ? null : (
        <datalist id={list}>
          {options.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}
