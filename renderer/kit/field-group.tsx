import type { ReactNode } from 'react';
import { boxOf, type GivenField } from './field.tsx';
import { FieldProblem } from './field-problem.tsx';
import { Words } from './words.tsx';

interface FieldGroupProps extends GivenField {
  readonly isEnabled: boolean;
  readonly className: string;
  readonly labelClass: string;
  readonly hintClass: string;
  /** The word "required". Set for a group of boxes, which has no attribute for it; omitted for radios. */
  readonly requiredWord?: string;
  readonly children: ReactNode;
}

/** A field of several controls: label and hint above, problem below. A function, to avoid a component per field. */
export function renderFieldGroup({
  isEnabled,
  className,
  labelClass,
  hintClass,
  requiredWord,
  children,
  ...given
}: FieldGroupProps) {
  const { id, label, hint, problem, isRequired, spoken } = boxOf(given);
  const isOfRadios = requiredWord === undefined;
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ];
  return (
    <div
      id={id}
      role={isOfRadios ? 'radiogroup' : 'group'}
      className={className}
      aria-labelledby={`${id}-label`}
      aria-required={(isOfRadios && isRequired) || undefined}
      aria-invalid={(isOfRadios && problem !== undefined) || undefined}
      aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      aria-disabled={!isEnabled || undefined}
    >
      <p id={`${id}-label`} className={isRequired ? `${labelClass} cz-field-required` : labelClass}>
        <Words of={label} lang={spoken?.['label']} />
        {isRequired && !isOfRadios ? (
          <span className="cz-visually-hidden">{` (${requiredWord})`}</span>
        ) : null}
      </p>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={hintClass}>
          <Words of={hint} lang={spoken?.['hint']} />
        </p>
      )}
      {children}
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  );
}
