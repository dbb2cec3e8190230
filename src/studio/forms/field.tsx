import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { FormField } from './use-staff-form.ts';

interface Control extends UseFormRegisterReturn {
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly of: FormField;
  /** Puts a checkbox before its label; other inputs follow it. */
  readonly isTick?: boolean;
  children(control: Control): ReactNode;
}

/** An input with its label and its error. */
export function Field({ label, of: { error, ...registered }, isTick = false, children }: FieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  const words = <span>{label}</span>;
  return (
    <div className="st-field">
      <label className={isTick ? 'st-choice' : 'st-field'}>
        {isTick ? null : words}
        {children({
          ...registered,
          'aria-invalid': isWrong,
          'aria-describedby': isWrong ? id : undefined,
        })}
        {isTick ? words : null}
      </label>
      {isWrong ? (
        <p id={id} className="st-field-fault">
          It {error}
        </p>
      ) : null}
    </div>
  );
}
