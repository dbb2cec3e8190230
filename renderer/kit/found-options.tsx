import { type ReactNode, useState } from 'react';
import type { Say } from '../plan/words.ts';
import './field.css';
import { type ShownOption, Options } from './options.tsx';
import { type Selection, toggle } from './selection.ts';
import { plainWords } from './words.tsx';

export interface FoundOptionsProps {
  /** Unique on the page. */
  readonly id: string;
  readonly label: string | undefined;
  readonly options: readonly ShownOption[];
  readonly isMany?: true | undefined;
  readonly isWrong?: boolean;
  readonly selection: Selection;
  readonly say: Say;
  onSelect(selection: Selection): void;
  /** The caller searches: it receives the text, and all given options are shown. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Shown while the options are missing. */
  readonly status?: ReactNode;
  /** Shown if there are no options. */
  readonly empty?: ReactNode;
  /** Links to other options, above these. */
  readonly ways?: { readonly count: number; readonly drawn: ReactNode };
}

/** Above this number there is a search field. */
const SEARCH_THRESHOLD = 8;
/** At most this many are rendered; the search finds the others. */
export const MAX_RENDERED = 100;

/** Options as a list, with a search if there are many. It finds any part of a text and ignores accents. */
export function FoundOptions({
  id,
  label,
  options,
  isMany,
  isWrong,
  selection,
  say,
  onSelect,
  onSearch,
  status,
  empty,
  ways,
}: FoundOptionsProps) {
  const [sought, setSought] = useState('');
  if (empty !== undefined && options.length === 0 && status === undefined && onSearch === undefined)
    return empty;
  const isSearched = onSearch !== undefined || options.length > SEARCH_THRESHOLD;
  const needle = onSearch === undefined ? fold(sought.trim()) : '';
  const found = needle === '' ? options : options.filter((option) => fold(wordsOf(option)).includes(needle));
  return (
    <>
      {isSearched ? (
        <input
          type="search"
          className="cz-input"
          aria-label={say('Search')}
          placeholder={say('Search')}
          value={sought}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => {
            setSought(event.currentTarget.value);
            onSearch?.(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            // Return would submit the form around the sheet.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      {status}
      {ways?.drawn}
      <div role={isMany ? 'group' : 'radiogroup'} aria-label={label}>
        <Options
          name={`${id}-options`}
          look="list"
          options={found.slice(0, MAX_RENDERED)}
          isMany={isMany}
          isWrong={isWrong}
          selection={selection}
          onChoose={(value) => onSelect(isMany ? toggle(options, selection, value) : value)}
        />
      </div>
      {isSearched && status === undefined ? (
        <p role="status" className="cz-field-hint">
          {found.length + (ways?.count ?? 0) === 0
            ? say('Nothing found')
            : Math.max(found.length, ways?.count ?? 0) > MAX_RENDERED
              ? say('Type to find more')
              : ''}
        </p>
      ) : null}
    </>
  );
}

function wordsOf({ text, note }: ShownOption): string {
  return `${plainWords(text) ?? ''} ${plainWords(note) ?? ''}`;
}

/** Lower case without accents and isolates: `Parañaque` is found by `paranaque`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{Diacritic}\u2066-\u2069]/gu, '')
    .toLowerCase();
}
