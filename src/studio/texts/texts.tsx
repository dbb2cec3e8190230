import { useMemo, useState } from 'react';
import type { Selection } from '../model/outline.ts';
import { filesOf } from '../model/uses.ts';
import { languageName } from '../words/language-name.ts';
import { filterRows, type TextFilter, type TextRow } from './rows.ts';
import { Tables } from './tables.tsx';
import { Closed, Places, Words } from './text-cells.tsx';
import { type TextsOptions, useTexts } from './use-texts.ts';
import './texts.css';

export interface TextsProps extends TextsOptions {
  /** The open screen. */
  readonly screen: string;
  onShow(place: Selection): void;
  onOpenJson(place: Selection): void;
}

/** Number of rows to render at first. */
const MOST_ROWS = 200;

/** A table of all texts with their translations. */
export function Texts(props: TextsProps) {
  const { workspace, view, screen } = props;
  const texts = useTexts(props);
  const { rows, languages, outdated } = texts;
  const [filter, setFilter] = useState<TextFilter>({ words: '', only: 'all' });
  const [isOfScreen, setOfScreen] = useState(false);
  /** Ids of texts that were translated since the filter was chosen: their rows stay, although they may not match any more. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const choose = (next: TextFilter): void => {
    setFilter(next);
    setKept(new Set());
  };
  const [most, setMost] = useState(MOST_ROWS);
  const found = useMemo(
    () => filterRows(rows, { ...filter, ...(isOfScreen && { files: filesOf(view, screen) }) }, kept),
    [rows, filter, isOfScreen, view, screen, kept],
  );
  return (
    <section className="st-texts" aria-label="Texts">
      <div className="st-texts-tools">
        <input
          type="search"
          aria-label="Find a text"
          placeholder="Find a text"
          value={filter.words}
          onChange={({ target }) => choose({ ...filter, words: target.value })}
        />
        <label className="st-choice">
          <span>Show</span>
          <select
            value={filter.only}
            onChange={({ target }) => choose({ ...filter, only: target.value as TextFilter['only'] })}
          >
            <option value="all">All texts</option>
            <option value="missing">Missing</option>
            <option value="outdated">May be out of date ({texts.oldCount})</option>
            <option value="drafts">Drafts</option>
            <option value="long">Too long</option>
          </select>
        </label>
        <label className="st-choice">
          <input
            type="checkbox"
            checked={isOfScreen}
            onChange={({ target }) => {
              setOfScreen(target.checked);
              setKept(new Set());
            }}
          />
          <span>Only of this screen</span>
        </label>
        <span className="st-soft" role="status">
          {found.length === 1 ? '1 text' : `${found.length} texts`}
        </span>
        <span className="st-fill" />
        <Tables {...{ workspace, languages, outdated }} />
      </div>
      <div className="st-texts-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Text</th>
              {languages.map((language) => (
                <th key={language} scope="col">
                  {languageName(language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, most).map((row) => (
              <Row
                key={row.message.id}
                row={row}
                texts={texts}
                {...props}
                onSay={() => setKept(new Set(kept).add(row.message.id))}
              />
            ))}
          </tbody>
        </table>
        {found.length > most ? (
          <button type="button" className="st-texts-more" onClick={() => setMost(most + MOST_ROWS)}>
            Show more
          </button>
        ) : null}
      </div>
    </section>
  );
}

interface RowProps extends Pick<TextsProps, 'view' | 'onShow' | 'onOpenJson'> {
  readonly row: TextRow;
  readonly texts: ReturnType<typeof useTexts>;
  /** Called when the person translates the text. */
  onSay(): void;
}

function Row({ row, texts, view, onSay, onShow, onOpenJson }: RowProps) {
  const { message, cells } = row;
  return (
    <tr>
      <th scope="row">
        {message.source}
        {message.context === undefined ? null : <span className="st-soft"> ({message.context})</span>}
        <Places {...{ message, view, onShow }} />
      </th>
      {cells.map((cell) =>
        cell.closed === undefined ? (
          <Words
            key={cell.language}
            message={message}
            cell={cell}
            onSay={(saying) => {
              onSay();
              texts.say(row, cell, saying);
            }}
            onRight={() => texts.confirm(row, cell)}
          />
        ) : (
          <Closed key={cell.language} message={message} cell={cell} onOpenJson={onOpenJson} />
        ),
      )}
    </tr>
  );
}
