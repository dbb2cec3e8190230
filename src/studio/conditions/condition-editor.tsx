import { useRef, useState } from 'react';
import { useConditionsAround } from './around.tsx';
import type { Group, Item, Join, Row, Test } from './condition.ts';
import { CountLine } from './count-line.tsx';
import { ExpressionBox } from './expression-box.tsx';
import { readCondition } from './read-condition.ts';
import { type ConditionPlace, RowForm } from './row-form.tsx';
import { saySentence, sayRow } from './say.ts';
import { addItem, joinItems, removeItem, replaceItem, type Way, wrapItem } from './write-condition.ts';
import './conditions.css';

export interface ConditionEditorProps extends ConditionPlace {
  /** Of the form of a row, such as `Shown only when`. */
  readonly legend: string;
  /** Names the buttons of this condition, if there are several: `step 1`. */
  readonly called?: string;
  readonly own: string | undefined;
  /** Words where there is no condition. */
  readonly without: string;
  /** Of the button that removes all of it, such as `Show it always`; undefined if there has to be a condition. */
  readonly always?: string;
  readonly mayEdit?: boolean;
  /** Whether the project would have no new errors with this condition. */
  isSound(condition: string | undefined): boolean;
  /** @param condition - Undefined removes it. */
  onWrite(condition: string | undefined): void;
}

/** What is being edited: a row, or a new row in a group or beside a row. */
type Open =
  | { readonly at: 'row' | 'group' | 'beside'; readonly way: Way; readonly test?: Test | undefined }
  | { readonly at: 'expression' };

/** A condition as rows that are edited one at a time. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { own, called, legend, without, always, mayEdit = true, isSound, onWrite } = props;
  const { files, file, pointer, titles, word = 'True' } = props;
  const { money } = useConditionsAround();
  const [open, setOpen] = useState<Open>();
  const [fault, setFault] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const group = own === undefined ? undefined : readCondition(own);
  const words = { titles, money };
  const named = (action: string): string => (called === undefined ? action : `${action} to ${called}`);

  function write(condition: string | undefined): void {
    setOpen(undefined);
    setFault(undefined);
    onWrite(condition);
    // The pressed button may be gone.
    place.current?.focus();
  }
  function writeSoundly(condition: string | undefined, refusal: string): void {
    if (condition === own) return;
    if (isSound(condition)) write(condition);
    else setFault(refusal);
  }
  const form = (at: Open): React.ReactNode =>
    at.at === 'expression' ? null : (
      <RowForm
        key={`${at.at} ${at.way.join(' ')}`}
        {...{ files, file, pointer, titles, word, legend, isSound }}
        test={at.test}
        whole={(comparison) => placeTest(own, at, comparison)}
        onWrite={write}
        onCancel={() => {
          setOpen(undefined);
          place.current?.focus();
        }}
      />
    );
  const tree: TreeProps = {
    ...{ source: own ?? '', words, open, form, mayEdit },
    isAlone: group?.items.length === 1,
    onOpen: setOpen,
    onRemove: (way) =>
      writeSoundly(
        own && removeItem(own, way),
        'Another row needs this one: change or remove that one first.',
      ),
    onJoin: (way, join) =>
      writeSoundly(
        own && joinItems(own, way, join),
        'One row needs another one, so all of them have to hold.',
      ),
  };
  return (
    <div
      ref={place}
      className="st-condition"
      tabIndex={-1}
      role="group"
      aria-label={`Condition${called === undefined ? '' : ` of ${called}`}`}
    >
      {own === undefined || own === '' ? (
        <p>{without}</p>
      ) : group === undefined ? (
        <p>{saySentence(own, words)}</p>
      ) : (
        <GroupRows {...tree} group={group} way={[]} />
      )}
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      {own === undefined || own === '' || open !== undefined ? null : (
        <CountLine {...{ files, file, pointer, word }} condition={own} />
      )}
      {open?.at === 'group' && open.way.length === 0 ? form(open) : null}
      {open?.at === 'expression' ? (
        <ExpressionBox own={own ?? ''} {...{ isSound }} onWrite={write} onCancel={() => setOpen(undefined)} />
      ) : null}
      {open !== undefined || !mayEdit ? null : (
        <div className="st-row">
          <button
            type="button"
            aria-label={named('Add a condition')}
            onClick={() => setOpen({ at: 'group', way: [] })}
          >
            Add a condition
          </button>
          {own === undefined || always === undefined ? null : (
            <button
              type="button"
              aria-label={called === undefined ? always : `Remove the condition of ${called}`}
              onClick={() => writeSoundly(undefined, 'Without this condition there would be an error.')}
            >
              {always}
            </button>
          )}
          {own === undefined ? null : (
            <button type="button" className="st-link" onClick={() => setOpen({ at: 'expression' })}>
              Edit as expression
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function placeTest(
  own: string | undefined,
  at: Exclude<Open, { at: 'expression' }>,
  comparison: string,
): string {
  if (own === undefined || own === '') return comparison;
  if (at.at === 'row') return replaceItem(own, at.way, comparison);
  return at.at === 'group' ? addItem(own, at.way, comparison) : wrapItem(own, at.way, comparison);
}

interface TreeProps {
  readonly source: string;
  readonly words: Parameters<typeof sayRow>[2];
  readonly open: Open | undefined;
  readonly mayEdit: boolean;
  /** Whether the whole condition is one row. */
  readonly isAlone: boolean;
  form(open: Open): React.ReactNode;
  onOpen(open: Open): void;
  onRemove(way: Way): void;
  onJoin(way: Way, join: Join): void;
}

function GroupRows({ group, way, ...tree }: TreeProps & { readonly group: Group; readonly way: Way }) {
  const { items, join } = group;
  const { mayEdit, open, form, onOpen, onJoin } = tree;
  const isOpenHere = open?.at === 'group' && way.length > 0 && isSame(open.way, way);
  return (
    <>
      {items.length < 2 ? null : (
        <label className="st-condition-join">
          <select
            aria-label="All or any of these"
            disabled={!mayEdit}
            value={join}
            onChange={({ target }) => onJoin(way, target.value as Join)}
          >
            <option value="all">All of these</option>
            <option value="any">Any of these</option>
          </select>
        </label>
      )}
      <ul className="st-condition-rows">
        {items.map((item, at) => (
          <li key={at}>
            <ItemRow {...tree} item={item} way={[...way, at]} join={join} />
          </li>
        ))}
      </ul>
      {isOpenHere && open !== undefined ? form(open) : null}
      {way.length === 0 || open !== undefined || !mayEdit ? null : (
        <button type="button" className="st-link" onClick={() => onOpen({ at: 'group', way })}>
          Add to this group
        </button>
      )}
    </>
  );
}

const DEEPEST = 3;

function ItemRow({
  item,
  way,
  join,
  ...tree
}: TreeProps & { readonly item: Item; readonly way: Way; readonly join: Join }) {
  const { open, form, mayEdit, onOpen, onRemove, source, words, isAlone } = tree;
  if (item.kind === 'group') {
    return (
      <fieldset className="st-condition-group">
        <legend>{item.join === 'all' ? 'All together' : 'One of them'}</legend>
        <GroupRows {...tree} group={item} way={way} />
      </fieldset>
    );
  }
  const said = sayRow(item, source, words);
  const isOpen =
    open !== undefined && open.at !== 'expression' && open.at !== 'group' && isSame(open.way, way);
  return (
    <>
      <RowWords row={item} {...{ source, said }} />
      {open !== undefined || !mayEdit ? null : (
        <span className="st-condition-tools">
          {item.test === undefined ? null : (
            <button
              type="button"
              aria-label={`Edit: ${said}`}
              onClick={() => onOpen({ at: 'row', way, test: item.test })}
            >
              Edit
            </button>
          )}
          {way.length >= DEEPEST ? null : (
            <button
              type="button"
              aria-label={`${join === 'any' && !isAlone ? 'And' : 'Or'} beside: ${said}`}
              onClick={() => onOpen({ at: 'beside', way })}
            >
              {join === 'any' && !isAlone ? 'And…' : 'Or…'}
            </button>
          )}
          <button type="button" aria-label={`Remove: ${said}`} onClick={() => onRemove(way)}>
            ×
          </button>
        </span>
      )}
      {isOpen ? form(open) : null}
    </>
  );
}

function RowWords({
  row,
  source,
  said,
}: {
  readonly row: Row;
  readonly source: string;
  readonly said: string;
}) {
  return (
    <span className="st-condition-said" title={source.slice(row.start, row.end)}>
      {said}
      {row.test === undefined ? <em> (as it is)</em> : null}
    </span>
  );
}

function isSame(one: Way, other: Way): boolean {
  return one.join(' ') === other.join(' ');
}
