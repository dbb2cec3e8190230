import { useId, useState } from 'react';
import type { Value } from '#renderer/plan/expression.ts';
import type { ScalarShape } from '#renderer/plan/plan.ts';
import type { Money } from '../conditions/say.ts';
import { type ReadTyped, writeTypedDatum } from './typed.ts';

export interface ValueInputProps {
  /** Id of the input; its label is beside it. */
  readonly id: string;
  readonly value: Value | undefined;
  readonly shape: ScalarShape;
  readonly money: Money;
  read(text: string): ReadTyped;
  /** Called with each typed value that the contract accepts, as the service would send it. */
  onChange(raw: unknown): void;
}

/** An input for a value of any type. A refused value stays in the input, with the reason below it. */
export function ValueInput({ id, value, shape, money, read, onChange }: ValueInputProps) {
  const more = useId();
  /** The text while the person types, or after it was refused. */
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const text = typed ?? writeTypedDatum(value, shape, money);
  const write = (next: string): void => {
    const found = read(next);
    setTyped(next);
    setFault('fault' in found ? found.fault : undefined);
    if ('raw' in found) onChange(found.raw);
  };
  const { type, known = [] } = shape;
  if (type === 'boolean')
    return (
      <select {...{ id }} value={text} onChange={({ target }) => write(target.value)}>
        {value === undefined ? (
          <option value="" disabled>
            not there
          </option>
        ) : null}
        <option value="true">Yes</option>
        <option value="false">No</option>
      </select>
    );
  return (
    <>
      <input
        {...{ id }}
        value={text}
        {...(known.length > 0 && { list: `${more}-known` })}
        type={type === 'date' ? 'date' : 'text'}
        inputMode={
          type === 'money' || type === 'number' ? 'decimal' : type === 'integer' ? 'numeric' : 'text'
        }
        aria-invalid={fault !== undefined}
        {...(fault !== undefined && { 'aria-describedby': more })}
        {...(value === undefined && { placeholder: 'not there' })}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          if (fault === undefined) setTyped(undefined);
        }}
      />
      {known.length === 0 ? null : (
        <datalist id={`${more}-known`}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {fault === undefined ? null : (
        <p id={more} className="st-field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
