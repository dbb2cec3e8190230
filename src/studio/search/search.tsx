import { useDeferredValue, useMemo, useState } from 'react';
import { formatDocument } from '#renderer/grammar/format.ts';
import { planReplacements, type Replacement, replaceIn, searchDocument } from '#renderer/grammar/search.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { LIST } from '../words/list.ts';
import { readTitles, type Titles } from '../review/titles.ts';
import './search.css';

export interface SearchProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  onShow(place: Selection): void;
}

/** If there are more screens, only their number is shown; each result names its screen. */
const MOST_NAMED = 6;
/** Maximum number of lines to render; all matches are counted and replaced. */
const MOST_LINES = 300;

/** Search and replace in all documents. */
export function Search({ workspace, view, onShow }: SearchProps) {
  const [words, setWords] = useState('');
  const [replacement, setReplacement] = useState<string>();
  const [isExact, setExact] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const sought = useDeferredValue(words);
  const found = useMemo(
    () =>
      view.files.flatMap((file) => {
        if (isAsset(file.path)) return [];
        const plan: readonly Replacement[] =
          replacement === undefined
            ? searchDocument(file, sought, { isExact }).map((match) => ({ match, after: match.text }))
            : planReplacements(file, sought, replacement, { isExact });
        return plan.length === 0 ? [] : [{ file, plan }];
      }),
    [view.files, sought, replacement, isExact],
  );
  const titles = useMemo(() => readTitles(view.files), [view.files]);
  const all = found.flatMap(({ plan }) => plan);
  const canReplace = ({ hindrance, match }: Replacement): boolean =>
    hindrance === undefined && !workspace.isLocked(match.file);
  const isTaken = (one: Replacement): boolean => canReplace(one) && !left.has(keyOf(one));
  const count = replacement === undefined ? 0 : all.filter(isTaken).length;

  const replace = (): void => {
    const changes = found.flatMap(({ file, plan }) => {
      const taken = plan.filter(isTaken);
      if (taken.length === 0) return [];
      const text = replaceIn(file, taken);
      // A formatted file stays formatted.
      const isFormatted = formatDocument(file) === file.text;
      return [[file.path, isFormatted ? formatDocument({ path: file.path, text }) : text] as const];
    });
    workspace.edit({ label: `Replace “${sought}”`, changes: Object.fromEntries(changes) });
  };

  return (
    <search className="st-search" aria-label="All documents" aria-busy={sought !== words}>
      <input
        // The person opened this pane to search.
        autoFocus
        type="search"
        aria-label="Find in all documents"
        placeholder="Find in all documents"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setLeft(new Set());
        }}
      />
      <input
        aria-label="Replace by"
        placeholder="Replace by"
        value={replacement ?? ''}
        onChange={({ target }) => setReplacement(target.value)}
      />
      <label className="st-choice">
        <input type="checkbox" checked={isExact} onChange={({ target }) => setExact(target.checked)} />
        <span>Whole texts only</span>
      </label>
      <p className="st-soft" role="status">
        {words === ''
          ? 'Texts, names, kinds, endpoints, conditions, status codes, tones'
          : `${all.length} found. ${sayScreens(found.flatMap(({ file }) => titles.screensOf(file.path)))}`}
      </p>
      {replacement === undefined || count === 0 ? null : (
        <button type="button" onClick={replace}>
          Replace {count}
        </button>
      )}
      <div className="st-found">
        {limited(found).map(({ file, plan }) => (
          <section key={file.path} aria-label={whereOf(titles, file.path)}>
            <h2>{whereOf(titles, file.path)}</h2>
            <ul>
              {plan.map((one) => (
                <li key={keyOf(one)}>
                  {replacement === undefined ? null : (
                    <input
                      type="checkbox"
                      aria-label={`Replace in line ${one.match.line}`}
                      disabled={!canReplace(one)}
                      checked={isTaken(one)}
                      onChange={() => setLeft(turned(left, keyOf(one)))}
                    />
                  )}
                  <button
                    type="button"
                    onClick={() => onShow({ file: one.match.file, pointer: one.match.pointer })}
                  >
                    <span className="st-soft">{one.match.line}</span>{' '}
                    {replacement === undefined || !canReplace(one) ? (
                      one.match.text
                    ) : (
                      <>
                        <del>{one.match.text}</del> <ins>{one.after}</ins>
                      </>
                    )}
                    {one.hindrance === 'taken' ? <span className="st-mark">the name is taken</span> : null}
                    {replacement !== undefined && workspace.isLocked(one.match.file) ? (
                      <span className="st-mark">you may not change it</span>
                    ) : null}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {all.length > MOST_LINES ? (
          <p className="st-soft">
            The first {MOST_LINES} of {all.length}. Type more words.
          </p>
        ) : null}
      </div>
    </search>
  );
}

/** The screens that show a document, such as those with a shared part; else what it is called. */
function whereOf(titles: Titles, path: string): string {
  const screens = titles.screensOf(path);
  if (screens.length === 0 || path.endsWith('.screen.json')) return titles.of(path);
  return `${titles.of(path)}: ${LIST.format(screens)}`;
}

function sayScreens(titles: readonly string[]): string {
  const screens = new Set(titles);
  if (screens.size === 0) return '';
  const called = screens.size > MOST_NAMED ? '' : `: ${LIST.format(screens)}`;
  return screens.size === 1 ? `On 1 screen${called}.` : `On ${screens.size} screens${called}.`;
}

interface Found {
  readonly file: { readonly path: string };
  readonly plan: readonly Replacement[];
}

function limited(found: readonly Found[]): readonly Found[] {
  let room = MOST_LINES;
  return found.flatMap(({ file, plan }) => {
    const shown = plan.slice(0, room);
    room -= shown.length;
    return shown.length === 0 ? [] : [{ file, plan: shown }];
  });
}

function keyOf({ match: { file, part, pointer } }: Replacement): string {
  return `${file} ${part} ${pointer}`;
}

function turned(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
