import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { setAt } from '../model/edits.ts';
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

/** The condition of a step or of a case. */
export function StepCondition({ editing, pointer, when, called, without }: StepConditionProps) {
  const { view, file, titles, change } = editing;
  const own = typeof when === 'string' ? when : undefined;
  const at = `${pointer}/when`;
  return (
    <div className="st-step-condition">
      {own === undefined ? null : <span>If</span>}
      <ConditionEditor
        legend="Only if"
        always="Always"
        files={view.files}
        {...{ file, pointer, own, titles, called, without }}
        isSound={(condition) => isSoundEdit(editing, (source) => setAt(source, at, condition))}
        onWrite={(condition) =>
          change(condition === undefined ? 'Remove a condition' : 'Condition of a step', (source) =>
            setAt(source, at, condition),
          )
        }
      />
    </div>
  );
}
