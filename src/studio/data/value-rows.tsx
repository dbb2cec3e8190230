import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import type { ScalarShape, Shape } from '#renderer/plan/plan.ts';
import type { Money } from '../conditions/say.ts';
import { type DataRow, isScalar, nameEntry } from './rows.ts';
import { countEntries, isOptional, readTypedDatum, sayDatum } from './typed.ts';
import { ValueInput } from './value-input.tsx';

/** The edits of a reply, and how its rows are shown. */
export interface RowTools {
  readonly money: Money;
  /** Whether folded rows are open, as in a search with few results. */
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

interface FoldProps {
  /** Whether a search opens it. */
  readonly isOpen: boolean;
  readonly summary: ReactNode;
  content(): ReactNode;
}

/** Renders its content only while it is open: a reply may have thousands of entries. */
function Fold({ isOpen, summary, content }: FoldProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isShown = isOpen || isUnfolded;
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => {
        if (!isOpen) setUnfolded(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {isShown ? content() : null}
    </details>
  );
}

/** A record, a list or a map. */
function Folded({ row, tools }: RowProps) {
  const { title, shape, rows, value } = row;
  const isThere = value !== undefined;
  const count = shape.type === 'record' ? '' : isThere ? countEntries(rows.length) : 'not there';
  return (
    <Fold
      isOpen={tools.isOpen}
      summary={
        <>
          {title} <span className="st-soft">{count}</span>
        </>
      }
      content={() => <Inside {...{ row, tools }} />}
    />
  );
}

/** What is in a record, a list or a map. */
function Inside({ row, tools }: RowProps) {
  const { shape, rows } = row;
  return shape.type === 'list' ? (
    <Entries {...{ row, tools }} items={shape.items} />
  ) : (
    <ValueRows {...{ rows, tools }} />
  );
}

/** The entries of a list. */
function Entries({ row, tools, items }: RowProps & { readonly items: Shape }) {
  /** Counts removals: the entries behind a removed one get other pointers, and must not get what is typed in it. */
  const [removed, setRemoved] = useState(0);
  return (
    <>
      <ul className="st-data-rows">
        {row.rows.map((entry) => (
          <li key={`${removed} ${entry.pointer}`}>
            <Entry {...{ tools }} row={entry} onRemove={() => setRemoved(removed + 1)} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="st-link"
        aria-label={`Add an entry to “${row.title}”`}
        onClick={() => tools.addEntry(row, items)}
      >
        Add an entry
      </button>
    </>
  );
}

/** An entry of a list. */
function Entry({ row, tools, onRemove }: RowProps & { onRemove(): void }) {
  const id = useId();
  const { title, pointer, shape } = row;
  const name = nameEntry(row);
  const words = name === undefined ? title : `${title}. ${name}`;
  const remove = (event: MouseEvent): void => {
    // The entry with the focus is gone afterwards: go to its list.
    const list = event.currentTarget.closest('ul')?.closest('details');
    list?.querySelector('summary')?.focus();
    tools.remove(pointer);
    onRemove();
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
      <Fold isOpen={tools.isOpen} summary={words} content={() => <Inside {...{ row, tools }} />} />
      <span className="st-data-tools">{button}</span>
    </div>
  );
}
