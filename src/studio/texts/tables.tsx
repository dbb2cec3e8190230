import { useId, useState } from 'react';
import { editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Workspace } from '../model/workspace.ts';
import { catalogueOf } from './rows.ts';
import type { OutdatedTexts } from './outdated-texts.ts';
import { saveFile } from '../save-file.ts';
import { languageName } from '../words/language-name.ts';
import { changesIn, readChanges, type TableChanges, tableOf } from './table.ts';

export interface TablesProps {
  readonly workspace: Workspace;
  readonly languages: readonly string[];
  readonly outdated: OutdatedTexts;
}

interface Back extends TableChanges {
  readonly language: string;
  readonly file: string;
}

/** Exports a language's texts as a table for translators, and imports it. */
export function Tables({ workspace, languages, outdated }: TablesProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const [back, setBack] = useState<Back>();
  const [fault, setFault] = useState<string>();
  const language = chosen ?? languages.at(-1) ?? '';

  const attempt = async (act: () => void | Promise<void>): Promise<void> => {
    setFault(undefined);
    try {
      await act();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const take = async (file: File): Promise<void> => {
    const changes = readChanges(workspace.snapshot().files, language, await file.arrayBuffer());
    setBack({ ...changes, language, file: file.name });
  };
  /** The catalogue as it is now: somebody may have written another translation since the file was chosen. */
  const catalogueNow = (of: string) => {
    const path = catalogueOf(of);
    return { path, text: workspace.snapshot().texts.get(path) ?? emptyCatalogue(of) };
  };
  const importEdits = ({ edits, file, language: of }: Back): void => {
    const { path, text } = catalogueNow(of);
    workspace.edit({
      label: `${edits.length} translations from ${file}`,
      changes: { [path]: editCatalogue(text, edits) },
    });
    setBack(undefined);
  };

  return (
    <>
      <label className="st-choice">
        <span>CSV of</span>
        <select value={language} onChange={({ target }) => setChosen(target.value)}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        onClick={() =>
          void attempt(() => {
            const { files } = workspace.snapshot();
            saveFile(
              `${language}.csv`,
              tableOf(files, language, outdated.get(language)),
              'text/csv;charset=utf-8',
            );
          })
        }
      >
        Export CSV
      </button>
      <label htmlFor={id} className="st-choice">
        <span>Import CSV</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Reset the input, so that the same file can be chosen again.
            if (file !== undefined) void attempt(() => take(file)).then(() => (target.value = ''));
          }}
        />
      </label>
      {fault === undefined ? null : (
        <p role="alert" className="st-bar">
          {fault}
        </p>
      )}
      {back === undefined ? null : (
        <section className="st-back" aria-label={`What ${back.file} changes`}>
          <h2>
            {back.problems.length > 0
              ? `${back.file} has problems; nothing was imported`
              : `${back.file} changes ${back.edits.length} of ${languageName(back.language)}`}
          </h2>
          <ul>
            {back.problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
            {back.problems.length > 0
              ? null
              : changesIn(catalogueNow(back.language), back.edits).map(({ source, before, after }) => (
                  <li key={`${source} ${after}`}>
                    <span className="st-soft">{source}</span> {before === '' ? null : <del>{before}</del>}{' '}
                    <ins>{after}</ins>
                  </li>
                ))}
          </ul>
          <div className="st-texts-tools">
            {back.problems.length === 0 && back.edits.length > 0 ? (
              <button type="button" onClick={() => importEdits(back)}>
                {back.edits.length === 1 ? 'Import 1 text' : `Import ${back.edits.length} texts`}
              </button>
            ) : null}
            <button type="button" onClick={() => setBack(undefined)}>
              Cancel
            </button>
          </div>
        </section>
      )}
    </>
  );
}
