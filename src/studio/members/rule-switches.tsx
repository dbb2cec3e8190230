import { useId } from 'react';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { wordsOf } from '../properties/describe.ts';
import { rulesOf, writeRule } from './rules.ts';

/** The rules that most fields need, each with other rules that its switch stands for. */
const USUAL: readonly (readonly [rule: string, same: readonly string[]])[] = [
  ['required', []],
  ['length', []],
  ['range', []],
  ['pattern', ['email', 'phone']],
];

export interface RuleSwitchesProps {
  /** The field. */
  readonly owner: Json;
  readonly items: readonly unknown[];
  onAdd(rule: Json): void;
  onRemove(at: number): void;
}

/** A switch for each usual rule: switching it on adds the rule, switching it off removes the rule. */
export function RuleSwitches({ owner, items, onAdd, onRemove }: RuleSwitchesProps) {
  const id = useId();
  const possible = rulesOf(owner);
  const shown = USUAL.filter(([rule]) => possible.includes(rule));
  return shown.length === 0 ? null : (
    <div role="group" aria-label="Usual rules" className="st-rule-switches">
      {shown.map(([rule, same]) => {
        const found = items.flatMap((item, at) => {
          const kind = isJson(item) ? wordOf(item['rule']) : '';
          return kind === rule || same.includes(kind) ? [at] : [];
        });
        const [first] = found;
        return (
          <span key={rule}>
            <label className="st-choice">
              <input
                type="checkbox"
                role="switch"
                aria-describedby={found.length > 1 ? `${id}-${rule}` : undefined}
                checked={first !== undefined}
                // With several rules, the person removes one in the list below, where each can be read.
                disabled={found.length > 1}
                onChange={() => (first === undefined ? onAdd(writeRule(rule, [])) : onRemove(first))}
              />
              <span>{wordsOf(rule)}</span>
            </label>
            {found.length > 1 ? (
              <span id={`${id}-${rule}`} className="st-soft">
                {' '}
                {found.length} such rules below
              </span>
            ) : null}
          </span>
        );
      })}
    </div>
  );
}
