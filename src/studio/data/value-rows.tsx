import { type MouseEvent, useId } from 'react';
import type { ScalarShape, Shape } from '#renderer/plan/plan.ts';
import type { Money } from '../conditions/say.ts';
import { type DataRow, isScalar, nameEntry } from './rows.ts';
import { countEntries, isOptional, readTypedDatum, sayDatum } from './typed.ts';
import { ValueInput } from './value-input.tsx';

/** The edits of a reply, and how its rows are shown. */
export interface RowTools {
  readonly money: Money;
  /** Whether folded rows are open, as in a search. */
  readonly isOpen: boolean;
  isChanged(pointer: string): boolean;
  set(pointer: string, raw: unknown): void;
  /** Adds a sample of a value that is not there. */
  add(pointer: string, shape: Shape): void;
  remove(pointer: string): void;
  /** Adds an entry at the end of a list. */
  addEntry(row: DataRow, items: Shape): void;
}

interface RowsProps {
  readonly rows: readonly DataRow[];
  readonly tools: RowTools;
}

/** Values with their inputs. Records, lists and their entries can be folded. */
export function ValueRows({ rows, tools }: RowsProps) {
  return (
    <ul className="st-data-rows">
      {rows.map((row) => (
        <li key={row.pointer}>
          <ValueRow {...{ row, tools }} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly row: DataRow;
  readonly tools: RowTools;
}

function ValueRow({ row, tools }: RowProps) {
  const { value, shape } = row;
  const isFold =
    shape.type === 'list' || shape.type === 'map' || (shape.type === 'record' && value !== undefined);
  return (
    <div className={isFold ? 'st-data-fold' : 'st-data-row'}>
      {isFold ? <Folded {...{ row, tools }} /> : <Single {...{ row, tools }} />}
      <Presence {...{ row, tools }} />
    </div>
  );
}

/** A value with its input, or a value that is not there. */
function Single({ row, tools }: RowProps) {
  const id = useId();
  const { title, shape, value, fallback } = row;
  if (value !== undefined && isScalar(shape))
    return (
      <>
        <label htmlFor={id}>{title}</label>
        <div>
          <Typed {...{ id, row, shape, tools }} />
        </div>
      </>
    );
  const used =
    fallback === undefined ? '' : `: the screen uses ${sayDatum(fallback, shape.type, tools.money)}`;
  return (
    <>
      <span className="st-data-name">{title}</span>
      <div className="st-data-fixed st-soft">not there{used}</div>
    </>
  );
}

interface TypedProps extends RowProps {
  readonly id: string;
  readonly shape: ScalarShape;
}

function Typed({ id, row, shape, tools }: TypedProps) {
  const { money } = tools;
  return (
    <ValueInput
      {...{ id, shape, money }}
      value={row.value}
      read={(text) => readTypedDatum(text, row, shape, money)}
      onChange={(raw) => tools.set(row.pointer, raw)}
    />
  );
}

/** A button that removes or adds an optional value. It is one button, so that it keeps the focus. */
function Presence({ row, tools }: RowProps) {
  const { title, pointer, shape, value, member } = row;
  const isThere = value !== undefined;
  return (
    <span className="st-data-tools">
      {tools.isChanged(pointer) ? <span className="st-mark">changed</span> : null}
      {isThere && (member === undefined || !isOptional(member)) ? null : (
        <button
          type="button"
          aria-label={isThere ? `Remove “${title}”` : `Add “${title}”`}
          onClick={() => (isThere ? tools.remove(pointer) : tools.add(pointer, shape))}
        >
          {isThere ? 'Remove' : 'Add'}
        </button>
      )}
    </span>
  );
}

/** A record, a list or a map. */
function Folded({ row, tools }: RowProps) {
  const { title, shape, rows, value } = row;
  const isList = shape.type === 'list';
  const isThere = value !== undefined;
  return (
    <details open={tools.isOpen || undefined}>
      <summary>
        {title}{' '}
        <span className="st-soft">
          {shape.type === 'record' ? '' : isThere ? countEntries(rows.length) : 'not there'}
        </span>
      </summary>
      {isList ? (
        <>
          <ul className="st-data-rows">
            {rows.map((entry) => (
              <li key={entry.pointer}>
                <Entry {...{ tools }} row={entry} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="st-link"
            aria-label={`Add an entry to “${title}”`}
            onClick={() => tools.addEntry(row, shape.items)}
          >
            Add an entry
          </button>
        </>
      ) : (
        <ValueRows {...{ rows, tools }} />
      )}
    </details>
  );
}

/** An entry of a list. */
function Entry({ row, tools }: RowProps) {
  const id = useId();
  const { title, pointer, shape, rows } = row;
  const name = nameEntry(row);
  const words = name === undefined ? title : `${title}. ${name}`;
  const remove = (event: MouseEvent): void => {
    // The entry with the focus is gone afterwards: go to its list.
    const list = event.currentTarget.closest('ul')?.closest('details');
    list?.querySelector('summary')?.focus();
    tools.remove(pointer);
  };
  const button = (
    <button type="button" aria-label={`Remove entry “${words}”`} onClick={remove}>
      Remove
    </button>
  );
  if (isScalar(shape))
    return (
      <div className="st-data-row">
        <label htmlFor={id}>{title}</label>
        <div>
          <Typed {...{ id, row, shape, tools }} />
        </div>
        <span className="st-data-tools">{button}</span>
      </div>
    );
  return (
    <div className="st-data-fold">
      <details open={tools.isOpen || undefined}>
        <summary>{words}</summary>
        <ValueRows {...{ rows, tools }} />
      </details>
      <span className="st-data-tools">{button}</span>
    </div>
  );
}
