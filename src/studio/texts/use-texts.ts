import { useEffect, useMemo, useState } from 'react';
import { readMessages, translatorOf, type ShownMessage } from '#renderer/grammar/messages.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Ask, Bundle } from '../api.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { OutdatedTexts } from './outdated-texts.ts';
import { findOutdated, type Texts as Given } from './outdated.ts';
import { openPast } from './past.ts';
import {
  catalogueOf,
  filterRows,
  readTranslations,
  rowsOf,
  type Saying,
  sayIn,
  sayRight,
  type TextCell,
  type TextRow,
} from './rows.ts';

export interface TextsOptions {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly ask: Ask;
  /** The base of the draft. */
  readonly base: Bundle;
}

/** All texts with their translations, and their edits. */
export function useTexts({ workspace, view, ask, base }: TextsOptions) {
  const messages = useMessages(view.files);
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
  return {
    rows,
    outdated,
    /** Number of translations that may be out of date. */
    oldCount: old.length,
    languages: translations.map(({ language }) => language),
    say({ message }: TextRow, cell: TextCell, saying: Saying): void {
      const text = workspace.snapshot().texts.get(catalogueOf(cell.language));
      workspace.edit(sayIn(text, message, cell, saying));
    },
    /** Confirms a translation for the current source. */
    confirm({ message }: TextRow, cell: TextCell): void {
      const path = catalogueOf(cell.language);
      const own = translations.find(({ language }) => language === standard)?.entries.values() ?? [];
      const waiting = old.filter((one) => one !== cell && one.language === cell.language);
      const text = sayRight(workspace.snapshot().texts.get(path) ?? '', message, cell, {
        said: translatorOf(own)(message),
        isShown: (id) =>
          messages.some((one) => one.id === id) || waiting.some((one) => one.outdated?.earlier?.id === id),
      });
      workspace.edit({
        label: `“${message.source}” is right in ${cell.language}`,
        changes: { [path]: text },
      });
    },
  };
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
