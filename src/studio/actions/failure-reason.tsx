import { wordOf } from '#renderer/grammar/json.ts';
import { sayCondition } from '#renderer/grammar/expression/sentence.ts';
import { setAt } from '../model/edits.ts';
import type { Editing } from './editing.ts';
import { conditionOf, reasonOf } from './kinds.ts';
import { FAILURES } from './lists.ts';

export interface FailureReasonProps {
  readonly editing: Editing;
  /** Of the case. */
  readonly pointer: string;
  readonly when: unknown;
  /** The HTTP statuses that the contract names. */
  readonly statuses: readonly number[];
}

/** Chooses for which failures a case is. */
export function FailureReason({ editing, pointer, when, statuses }: FailureReasonProps) {
  const reason = reasonOf(when);
  const known = [...Object.keys(FAILURES), ...statuses.filter((status) => status >= 400).map(String), ''];
  // A condition that is no reason of the list is shown, and stays until another one is chosen.
  const written = reason === undefined || !known.includes(reason);
  return (
    <label className="st-step-reason">
      <span className="st-soft">If it fails because</span>
      <select
        value={written ? 'written' : reason}
        onChange={({ target }) =>
          editing.change('For which failure', (source) =>
            setAt(source, `${pointer}/when`, conditionOf(target.value)),
          )
        }
      >
        {written ? <option value="written">{sayCondition(wordOf(when), editing.titles)}</option> : null}
        {known.map((one) => (
          <option key={one} value={one}>
            {one === '' ? 'of anything else' : (FAILURES[one] ?? `the service answers ${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
