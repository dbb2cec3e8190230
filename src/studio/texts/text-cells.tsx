import { type ShownMessage, wordsOf } from '#renderer/grammar/messages.ts';
import type { Selection } from '../model/outline.ts';
import { nameOf } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { titleIn } from '../review/words.ts';
import { languageName } from '../words/language-name.ts';
import { canBeRight, catalogueOf, type Saying, type TextCell } from './rows.ts';

const MOST_PLACES = 3;

/** Links to the documents with a text. */
export function Places({
  message,
  view,
  onShow,
}: {
  readonly message: ShownMessage;
  readonly view: WorkspaceView;
  onShow(place: Selection): void;
}) {
  const byFile = new Map(message.uses.map((use) => [use.file, use]));
  const places = [...byFile.values()];
  const more = places.length - MOST_PLACES;
  return (
    <span className="st-places">
      {places.length === 0 ? <span className="st-soft">built in</span> : null}
      {places.slice(0, MOST_PLACES).map(({ file, pointer }) => (
        <button key={file} type="button" title={nameOf(file)} onClick={() => onShow({ file, pointer })}>
          {titleIn(view, file)}
        </button>
      ))}
      {more > 0 ? <span className="st-soft">and {more} more</span> : null}
    </span>
  );
}

/** A read-only entry with a link to its JSON. */
export function Closed({
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
        aria-label={`Edit “${message.source}” in ${languageName(language)} as JSON`}
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
export function Words({ message, cell, onSay, onRight }: WordsProps) {
  const { language, entry, isMissing, isTooLong, outdated } = cell;
  const forms = Object.entries(entry?.plural === undefined ? { other: '' } : entry.forms);
  const name = `“${message.source}” in ${languageName(language)}`;
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
