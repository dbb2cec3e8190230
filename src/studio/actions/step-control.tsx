import { useId, useRef, useState } from 'react';
import { ValueButtons } from '../steps/value-buttons.tsx';
import { type TextValue, valuesAt, valuesFor } from '../steps/values.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { StepField } from './step-fields.ts';

export interface StepControlProps {
  readonly files: readonly SourceFile[];
  readonly file: string;
  /** Of the value in the document. */
  readonly pointer: string;
  readonly field: StepField;
  readonly content: string;
  onWrite(content: string): void;
}

/** The input of a member of an action. */
export function StepControl(props: StepControlProps) {
  const { field, content, onWrite } = props;
  const { title, help, control, isOptional } = field;
  const id = useId();
  switch (control.way) {
    case 'choice':
      return (
        <label className="st-field">
          <span>{title}</span>
          <select value={content} title={help} onChange={({ target }) => onWrite(target.value)}>
            {isOptional || content === '' ? (
              <option value="">{isOptional ? 'As usual' : 'Choose'}</option>
            ) : null}
            {control.options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      );
    case 'several': {
      const chosen = content === '' ? [] : content.split('\n');
      return (
        <fieldset className="st-step-several" aria-describedby={id}>
          <legend>{title}</legend>
          {control.options.map(({ value, text }) => (
            <label key={value} className="st-choice">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onWrite(
                    (target.checked ? [...chosen, value] : chosen.filter((one) => one !== value)).join('\n'),
                  )
                }
              />
              {text}
            </label>
          ))}
          <p id={id} className="st-soft">
            {isOptional && chosen.length === 0 ? 'All of them.' : ''}
          </p>
        </fieldset>
      );
    }
    case 'flag':
      return (
        <label className="st-choice" title={help}>
          <input
            type="checkbox"
            checked={content === 'true'}
            onChange={({ target }) => onWrite(target.checked ? 'true' : '')}
          />
          {title}
        </label>
      );
    case 'number':
      return (
        <label className="st-field">
          <span>{title}</span>
          <input
            inputMode="decimal"
            value={content}
            title={help}
            onChange={({ target }) => onWrite(target.value)}
          />
        </label>
      );
    case 'text':
      return <TextControl {...props} />;
  }
}

/** Words or a value, with the values that can be inserted. */
function TextControl({ files, file, pointer, field, content, onWrite }: StepControlProps) {
  const [values, setValues] = useState<readonly TextValue[]>();
  const place = useRef<HTMLTextAreaElement>(null);
  const { title, help, control } = field;
  const type = control.way === 'text' ? control.type : undefined;
  const insert = ({ written }: TextValue): void => {
    // A value that is passed on is one value; words may have several.
    const from = type === undefined ? (place.current?.selectionStart ?? content.length) : 0;
    const to = type === undefined ? (place.current?.selectionEnd ?? from) : content.length;
    onWrite(content.slice(0, from) + written + content.slice(to));
    place.current?.focus();
    place.current?.setSelectionRange(from + written.length, from + written.length);
  };
  return (
    <div className="st-field">
      <label className="st-field">
        <span>{title}</span>
        <textarea
          ref={place}
          rows={1}
          value={content}
          title={help}
          onFocus={() =>
            setValues(
              type === undefined ? valuesAt(files, file, pointer) : valuesFor(files, file, pointer, type),
            )
          }
          onChange={({ target }) => onWrite(target.value)}
        />
      </label>
      {type?.kind === 'text' && type.known !== undefined ? (
        <p className="st-soft">One of: {type.known.join(', ')}</p>
      ) : null}
      {values === undefined ? null : <ValueButtons values={values} onChoose={insert} />}
    </div>
  );
}
