import type { ReactNode } from 'react';
import type { Spoken } from '../plan/words.ts';
import './field.css';
import { type ShownWords, renderWords, plainWords } from './words.tsx';

interface FieldBoxProps {
  /** Id of the whole field, for summaries and focus. */
  readonly id: string;
  readonly label: ShownWords;
  readonly hint: ShownWords;
  readonly problem: string | undefined;
  /** Whether a screen reader announces the problem when it appears, because the focus stays in the control. */
  readonly isSaid?: boolean;
  readonly isRequired: boolean;
  readonly spoken?: Spoken | undefined;
  /** Id of the text control. */
  readonly typedInto?: string;
  readonly children: ReactNode;
}

/** Label above; control, hint and problem below. Only three elements around a control, for long forms. */
export function FieldBox(props: FieldBoxProps) {
  return renderField(props);
}

/** As `FieldBox`, without a component, for the most common field of long forms. */
export function renderField({
  id,
  label,
  hint,
  problem,
  isSaid,
  isRequired,
  spoken,
  typedInto,
  children,
}: FieldBoxProps) {
  const className = isRequired ? 'cz-field-label cz-field-required' : 'cz-field-label';
  return (
    // A field whose label is pending is hidden from screen readers.
    <div id={id} className="cz-field" aria-hidden={typeof label === 'symbol' || undefined}>
      {typedInto === undefined ? (
        // A `label` element would replace the button's own text in the accessible name.
        <span id={`${id}-label`} className={className}>
          {renderWords(label, 'line', spoken?.['label'])}
        </span>
      ) : (
        <label className={className} htmlFor={typedInto}>
          {renderWords(label, 'line', spoken?.['label'])}
        </label>
      )}
      {children}
      {plainWords(hint) === undefined ? null : (
        <p id={`${id}-hint`} className="cz-field-hint" lang={spoken?.['hint'] || undefined}>
          {plainWords(hint)}
        </p>
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} role={isSaid ? 'alert' : undefined} className="cz-field-problem">
          {plainWords(problem)}
        </p>
      )}
    </div>
  );
}

/** The part of `WidgetProps` that the field box shows. */
export interface GivenField {
  readonly id: string;
  readonly props: {
    readonly label: ShownWords;
    readonly hint?: ShownWords;
    readonly spoken?: Spoken | undefined;
  };
  readonly field?: { readonly problem?: string; readonly isRequired: boolean };
}

export function boxOf({ id, props: { label, hint, spoken }, field }: GivenField) {
  return { id, label, hint, spoken, problem: field?.problem, isRequired: field?.isRequired === true };
}

/** Attributes of a field's control: id, description and validity. */
export function describeControl({ id, hint, problem }: Pick<FieldBoxProps, 'id' | 'hint' | 'problem'>) {
  const hinted = plainWords(hint) === undefined ? undefined : `${id}-hint`;
  const wrong = problem === undefined ? undefined : `${id}-problem`;
  return {
    id: `${id}-control`,
    'aria-describedby':
      hinted === undefined || wrong === undefined ? (hinted ?? wrong) : `${hinted} ${wrong}`,
    'aria-invalid': problem === undefined ? undefined : (true as const),
  };
}
