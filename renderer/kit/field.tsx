import type { ReactNode } from 'react';
import type { Spoken } from '../plan/words.ts';
import './field.css';
import { type DrawnWords, drawWords, plainWords } from './words.tsx';

interface FieldBoxProps {
  /** Of the whole field: where a summary and the focus find it. */
  readonly id: string;
  readonly label: DrawnWords;
  readonly hint: DrawnWords;
  readonly problem: string | undefined;
  /** Whether a screen reader says the problem when it appears, because the focus stays in the control. */
  readonly isSaid?: boolean;
  readonly isRequired: boolean;
  readonly spoken?: Spoken | undefined;
  /** Id of a control that is written into. */
  readonly typedInto?: string;
  readonly children: ReactNode;
}

/** Label above, control, hint and what is wrong below. Three elements around a control, few enough for long forms. */
export function FieldBox(props: FieldBoxProps) {
  return drawField(props);
}

/** The same without a component of its own, for the kind of field that long forms have most of. */
export function drawField({
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
    // What has no name yet is not read out.
    <div id={id} className="cz-field" aria-hidden={typeof label === 'symbol' || undefined}>
      {typedInto === undefined ? (
        // A label would take the place of the button's own words in its name.
        <span id={`${id}-label`} className={className}>
          {drawWords(label, 'line', spoken?.['label'])}
        </span>
      ) : (
        <label className={className} htmlFor={typedInto}>
          {drawWords(label, 'line', spoken?.['label'])}
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

/** What a widget is given of its field: the part of `WidgetProps` that its box shows. */
export interface GivenField {
  readonly id: string;
  readonly props: {
    readonly label: DrawnWords;
    readonly hint?: DrawnWords;
    readonly spoken?: Spoken | undefined;
  };
  readonly field?: { readonly problem?: string; readonly isRequired: boolean };
}

export function boxOf({ id, props: { label, hint, spoken }, field }: GivenField) {
  return { id, label, hint, spoken, problem: field?.problem, isRequired: field?.isRequired === true };
}

/** What a field's control says of itself: its id, what describes it, and whether it is wrong. */
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
