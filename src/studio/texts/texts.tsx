import { useEffect, useMemo, useState } from 'react';
import { readMessages, translatorOf, type ShownMessage, wordsOf } from '#renderer/grammar/messages.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Ask, Bundle } from '../api.ts';
import type { Selection } from '../model/outline.ts';
import { filesOf, nameOf } from '../model/uses.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { OutdatedTexts } from './outdated-texts.ts';
import { findOutdated, type Texts as Given } from './outdated.ts';
import { openPast } from './past.ts';
import {
  canBeRight,
  catalogueOf,
  filterRows,
  readTranslations,
  rowsOf,
  type Saying,
  sayIn,
  sayRight,
  type TextCell,
  type TextFilter,
  type TextRow,
} from './rows.ts';
import { Tables } from './tables.tsx';
import './texts.css';

export interface TextsProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly ask: Ask;
  /** The base of the draft. */
  readonly base: Bundle;
  /** The open screen. */
  readonly screen: string;
  onShow(place: Selection): void;
  onOpenJson(place: Selection): void;
}

const MOST_PLACES = 3;
/** Number of rows to render at first. */
const MOST_ROWS = 200;

/** A table of all texts with their translations. */
export function Texts({ workspace, view, ask, base, screen, onShow, onOpenJson }: TextsProps) {
  const messages = useMessages(view.files);
  const [filter, setFilter] = useState<TextFilter>({ words: '', only: 'all' });
  const [isOfScreen, setOfScreen] = useState(false);
  const [most, setMost] = useState(MOST_ROWS);
  const { list: listed, default: standard = 'source' } = view.good?.app?.languages ?? {};
  const translations = useMemo(() => readTranslations(view.texts, listed ?? []), [view.texts, listed]);
  const past = useMemo(() => openPast(ask, base.files), [ask, base]);
  const outdated = useOutdated({ messages, translations, standard, documents: view.read, past });
  const rows = useMemo(() => rowsOf(messages, translations, outdated), [messages, translations, outdated]);
  const old = useMemo(
    () =>
      filterRows(rows, { words: '', only: 'outdated' }).flatMap(({ cells }) =>
        cells.filter((cell) => cell.outdated),
      ),
    [rows],
  );
  const found = useMemo(
    () => filterRows(rows, { ...filter, ...(isOfScreen && { files: filesOf(view, screen) }) }),
    [rows, filter, isOfScreen, view, screen],
  );
  const languages = translations.map(({ language }) => language);

  const say = ({ message }: TextRow, cell: TextCell, saying: Saying): void => {
    const text = workspace.snapshot().texts.get(catalogueOf(cell.language));
    workspace.edit(sayIn(text, message, cell, saying));
  };
  const findRight = ({ message }: TextRow, cell: TextCell): void => {
    const path = catalogueOf(cell.language);
    const own = translations.find(({ language }) => language === standard)?.entries.values() ?? [];
    const waiting = old.filter((one) => one !== cell && one.language === cell.language);
    const text = sayRight(workspace.snapshot().texts.get(path) ?? '', message, cell, {
      said: translatorOf(own)(message),
      isShown: (id) =>
        messages.some((one) => one.id === id) || waiting.some((one) => one.outdated?.earlier?.id === id),
    });
    workspace.edit({ label: `“${message.source}” is right in ${cell.language}`, changes: { [path]: text } });
  };

  return (
    <section className="st-texts" aria-label="Texts">
      <div className="st-texts-tools">
        <input
          type="search"
          aria-label="Find a text"
          placeholder="Find a text"
          value={filter.words}
          onChange={({ target }) => setFilter({ ...filter, words: target.value })}
        />
        <label className="st-choice">
          <span>Show</span>
          <select
            value={filter.only}
            onChange={({ target }) => setFilter({ ...filter, only: target.value as TextFilter['only'] })}
          >
            <option value="all">All texts</option>
            <option value="missing">Missing</option>
            <option value="outdated">May be out of date ({old.length})</option>
            <option value="drafts">Drafts</option>
            <option value="long">Too long</option>
          </select>
        </label>
        <label className="st-choice">
          <input
            type="checkbox"
            checked={isOfScreen}
            onChange={({ target }) => setOfScreen(target.checked)}
          />
          <span>Only of {screen}</span>
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
                  {language}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, most).map((row) => (
              <tr key={row.message.id}>
                <th scope="row">
                  {row.message.source}
                  {row.message.context === undefined ? null : (
                    <span className="st-soft"> ({row.message.context})</span>
                  )}
                  <Places message={row.message} onShow={onShow} />
                </th>
                {row.cells.map((cell) =>
                  cell.closed === undefined ? (
                    <Words
                      key={cell.language}
                      message={row.message}
                      cell={cell}
                      onSay={(saying) => say(row, cell, saying)}
                      onRight={() => findRight(row, cell)}
                    />
                  ) : (
                    <Closed key={cell.language} message={row.message} cell={cell} onOpenJson={onOpenJson} />
                  ),
                )}
              </tr>
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

/**
 * All texts with their locations. While a document has errors, the last readable texts stay. Depends only on definitions,
 * not on catalogues, because reading all documents is slow.
 */
function useMessages(files: readonly SourceFile[]): readonly ShownMessage[] {
  const [read, setRead] = useState(() => readFrom(files, []));
  if (!isSame(read.documents, documentsOf(files))) {
    setRead(readFrom(files, read.messages));
  }
  return read.messages;
}

/** Outdated translations; computed in the background. */
function useOutdated({ messages, translations, standard, documents, past }: Given): OutdatedTexts {
  const [outdated, setOutdated] = useState<OutdatedTexts>(() => new Map());
  useEffect(() => {
    let isGone = false;
    findOutdated({ messages, translations, standard, documents, past }).then(
      (found) => !isGone && setOutdated(found),
      // Keep the last result; the next edit tries again.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [messages, translations, standard, documents, past]);
  return outdated;
}

function readFrom(files: readonly SourceFile[], before: readonly ShownMessage[]) {
  const read = readMessages(files);
  return { documents: documentsOf(files), messages: 'errors' in read ? before : read.messages };
}

function documentsOf(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(({ path }) => !path.startsWith('screens/messages/'));
}

function isSame(one: readonly SourceFile[], other: readonly SourceFile[]): boolean {
  return one.length === other.length && one.every((file, place) => file === other[place]);
}

/** Links to the documents with a text. */
function Places({ message, onShow }: { readonly message: ShownMessage; onShow(place: Selection): void }) {
  const byFile = new Map(message.uses.map((use) => [use.file, use]));
  const places = [...byFile.values()];
  const more = places.length - MOST_PLACES;
  return (
    <span className="st-places">
      {places.length === 0 ? <span className="st-soft">the engine</span> : null}
      {places.slice(0, MOST_PLACES).map(({ file, pointer }) => (
        <button key={file} type="button" onClick={() => onShow({ file, pointer })}>
          {nameOf(file)}
        </button>
      ))}
      {more > 0 ? <span className="st-soft">and {more} more</span> : null}
    </span>
  );
}

/** A read-only entry with a link to its JSON. */
function Closed({
  message,
  cell: { language, closed },
  onOpenJson,
}: {
  readonly message: ShownMessage;
  readonly cell: TextCell;
  onOpenJson(place: Selection): void;
}) {
  const file = catalogueOf(language);
  return (
    <td>
      <code className="st-unshown">{closed?.written ?? `${nameOf(file)} cannot be read now.`}</code>{' '}
      <button
        type="button"
        className="st-link"
        aria-label={`Edit “${message.source}” in ${language} as JSON`}
        onClick={() => onOpenJson({ file, pointer: closed?.pointer ?? '' })}
      >
        Edit as JSON
      </button>
    </td>
  );
}

interface WordsProps {
  readonly message: ShownMessage;
  readonly cell: TextCell;
  onSay(saying: Saying): void;
  /** Confirms the translation for the current source. */
  onRight(): void;
}

/** The translation in one language: a field, or a field for each plural form. */
function Words({ message, cell, onSay, onRight }: WordsProps) {
  const { language, entry, isMissing, isTooLong, outdated } = cell;
  const forms = Object.entries(entry?.plural === undefined ? { other: '' } : entry.forms);
  const name = `“${message.source}” in ${language}`;
  return (
    <td>
      {forms.map(([category]) => (
        <label key={category} className="st-words">
          {entry?.plural === undefined ? null : (
            <span className="st-soft">
              {entry.plural}: {category}
            </span>
          )}
          <textarea
            rows={1}
            lang={language}
            aria-label={entry?.plural === undefined ? name : `${name}, ${category}`}
            placeholder={isMissing ? 'Missing' : message.source}
            value={entry?.forms[category] ?? ''}
            onChange={({ target }) => onSay({ category, text: target.value })}
          />
        </label>
      ))}
      {outdated === undefined ? null : (
        <span className="st-outdated">
          <span className="st-mark st-bad">may be out of date</span>
          <span>
            {outdated.earlier === undefined ? null : <q lang={language}>{wordsOf(outdated.earlier)}</q>}{' '}
            written for <q>{outdated.writtenFor}</q>
          </span>
          {canBeRight(message, outdated) ? (
            <button type="button" aria-label={`Still right: ${name}`} onClick={onRight}>
              Still right
            </button>
          ) : null}
        </span>
      )}
      {isTooLong ? <span className="st-mark st-bad">too long</span> : null}
      {isMissing || entry === undefined ? null : (
        <label className="st-draft">
          <input
            type="checkbox"
            checked={entry.isDraft}
            aria-label={`${name} is a draft`}
            onChange={({ target }) => onSay({ isDraft: target.checked })}
          />
          <span aria-hidden="true">Draft</span>
        </label>
      )}
    </td>
  );
}
