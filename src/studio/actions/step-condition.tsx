import { useState } from 'react';
import { sayCondition } from '#renderer/grammar/expression/sentence.ts';
import { setAt } from '../model/edits.ts';
import { ConditionBuilder } from '../visibility/condition-builder.tsx';
import { type Editing, isSoundEdit } from './editing.ts';

export interface StepConditionProps {
  readonly editing: Editing;
  /** Of the action or the case that has the condition. */
  readonly pointer: string;
  readonly when: unknown;
  /** What has the condition, for the names of its buttons. */
  readonly called: string;
  /** Words where there is no condition. */
  readonly without: string;
}

/** A condition in words, with buttons that add to it and remove it. */
export function StepCondition({ editing, pointer, when, called, without }: StepConditionProps) {
  const [isAdding, setAdding] = useState(false);
  const { view, file, titles, change } = editing;
  const own = typeof when === 'string' ? when : undefined;
  const at = `${pointer}/when`;
  return (
    <div className="st-step-condition">
      <span>{own === undefined ? without : `If ${sayCondition(own, titles)}`}</span>{' '}
      {isAdding ? null : (
        <button
          type="button"
          className="st-link"
          aria-label={`Add a condition to ${called}`}
          onClick={() => setAdding(true)}
        >
          {own === undefined ? 'Only if…' : 'And…'}
        </button>
      )}
      {own === undefined ? null : (
        <button
          type="button"
          className="st-link"
          aria-label={`Remove the condition of ${called}`}
          onClick={() => change('Remove a condition', (source) => setAt(source, at, undefined))}
        >
          Always
        </button>
      )}
      {isAdding ? (
        <ConditionBuilder
          legend="Only if"
          files={view.files}
          {...{ file, pointer, own, titles }}
          isSound={(condition) => isSoundEdit(editing, (source) => setAt(source, at, condition))}
          onWrite={(condition) => {
            setAdding(false);
            change('Condition of a step', (source) => setAt(source, at, condition));
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
    </div>
  );
}
