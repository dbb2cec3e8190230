import { useDeferredValue, useMemo, useState } from 'react';
import { readingsOf } from '#renderer/grammar/project.ts';
import { scopeNear } from '#renderer/grammar/scope-at.ts';
import { documentOf } from '../model/nodes.ts';
import { titlesIn } from '../model/named-values.ts';
import { type Selection, titleOf } from '../model/outline.ts';
import { filesOf } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { Choice } from '../panes/choice.tsx';
import { memberTitle, wordsOf } from '../properties/describe.ts';
import { useConditionsAround } from './around.tsx';
import { type Counted, countStates, lower, sayCount } from './count.ts';
import { type ListedCondition, listConditions } from './list-conditions.ts';
import { saySentence } from './say.ts';
import { nameSubject } from './subjects.ts';
import './conditions.css';

export interface ConditionsPaneProps {
  readonly view: WorkspaceView;
  readonly screen: string;
  onSelect(place: Selection): void;
}

interface Line extends ListedCondition {
  readonly sentence: string;
  readonly names: readonly string[];
  readonly counted: Counted | undefined;
}

/** All conditions of a screen and of its parts, each with its node and with the states in which it holds. */
export function ConditionsPane({ view, screen, onSelect }: ConditionsPaneProps) {
  const { factsIn, states, isLooking, look } = useConditionsAround();
  const lines = useLines(view, screen);
  const [subject, setSubject] = useState('');
  const [kind, setKind] = useState('');
  const [isNever, setNever] = useState(false);
  const kinds = [...new Set(lines.map(kindOf))].sort();
  const names = [...new Set(lines.flatMap((line) => line.names))].sort();
  const shown = lines.filter(
    (line) =>
      (subject === '' || line.names.includes(subject)) &&
      (kind === '' || kindOf(line) === kind) &&
      (!isNever || line.counted?.holds === 0),
  );
  return (
    <section className="st-conditions" aria-label="Conditions">
      <div className="st-row st-conditions-filters">
        <Choice
          label="Looks at"
          value={names.includes(subject) ? subject : ''}
          options={[['', 'anything'], ...names.map((name) => [name, name] as const)]}
          onChoose={setSubject}
        />
        <Choice
          label="Of"
          value={kinds.includes(kind) ? kind : ''}
          options={[['', 'everything'], ...kinds.map((one) => [one, one] as const)]}
          onChoose={setKind}
        />
        <label className="st-choice">
          <input type="checkbox" checked={isNever} onChange={({ target }) => setNever(target.checked)} />
          <span>Never true in a state</span>
        </label>
        {isLooking || factsIn.size >= states ? null : (
          <button type="button" onClick={look}>
            Count the states
          </button>
        )}
        <span className="st-soft" role="status">
          {`${shown.length} of ${lines.length} conditions`}
          {isLooking ? `, looking at the states: ${factsIn.size} of ${states}` : ''}
        </span>
      </div>
      <ul>
        {shown.map((line) => (
          <li key={`${line.file}${line.pointer}`}>
            <button
              type="button"
              className="st-problem"
              title={line.condition}
              onClick={() => onSelect({ file: line.file, pointer: line.item?.pointer ?? '' })}
            >
              <span className="st-mark">{memberTitle(line.member)}</span> {line.sentence}{' '}
              <span className="st-soft">
                {line.item === undefined ? 'Screen' : `${kindOf(line)} ${titleOf(line.item)}`}
                {line.counted === undefined || line.counted.looked === 0
                  ? ''
                  : `. ${sayCount(line.counted, states, 'True')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function kindOf({ item }: ListedCondition): string {
  return item === undefined ? 'Screen' : wordsOf(item.type);
}

function useLines(now: WorkspaceView, screen: string): readonly Line[] {
  const { money, factsIn, screenFile } = useConditionsAround();
  // Typing elsewhere does not wait for the list.
  const view = useDeferredValue(now);
  const listed = useMemo(
    () =>
      [...filesOf(view, screen)]
        .filter((file) => /\.(screen|part)\.json$/.test(file))
        .map((file) => ({
          titles: titlesIn(view, file),
          readings: readingsOf(view.files, file).readings,
          conditions: listConditions(file, documentOf(view, file)),
        })),
    [view, screen],
  );
  return useMemo(
    () =>
      listed.flatMap(({ titles, readings, conditions }) =>
        conditions.map((one): Line => {
          const scope = scopeNear(readings, one.pointer) ?? readings[0]?.scope;
          return {
            ...one,
            sentence: saySentence(one.condition, { titles, money }),
            names: one.reads.map((path) => nameSubject(path, titles)),
            counted: countStates(lower(one.condition, scope), factsIn, one.file !== screenFile),
          };
        }),
      ),
    [listed, money, factsIn, screenFile],
  );
}
