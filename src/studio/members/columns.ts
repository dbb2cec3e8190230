import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { type Edited, insertItem, moveItem, removeItem } from '../model/edits.ts';

/* Edits of lists of records. A table has a cell for each column, so an edit of its columns is one of its rows too. */

type File = { readonly path: string; readonly text: string };

export interface ListEdits {
  insert(source: File, list: string, at: number, record: unknown): Edited;
  move(source: File, pointer: string, by: 1 | -1): Edited;
  remove(source: File, pointer: string): Edited;
}

export const LIST_EDITS: ListEdits = { insert: insertItem, move: moveItem, remove: removeItem };

export const COLUMN_EDITS: ListEdits = {
  insert: (source, list, at, record) =>
    inRows(source, list, at, insertItem(source, list, at, record), (file, cells) =>
      insertItem(file, cells, at, 'New value'),
    ),
  move: (source, pointer, by) =>
    inRows(source, listOf(pointer), indexOf(pointer), moveItem(source, pointer, by), (file, cells) =>
      moveItem(file, joinPointer(cells, indexOf(pointer)), by),
    ),
  remove: (source, pointer) =>
    inRows(source, listOf(pointer), indexOf(pointer), removeItem(source, pointer), (file, cells) =>
      removeItem(file, joinPointer(cells, indexOf(pointer))),
    ),
};

/** Repeats an edit of the columns in the cells of each row that has a cell for each column. */
function inRows(
  source: File,
  columns: string,
  at: number,
  edited: Edited,
  edit: (file: File, cells: string) => Edited,
): Edited {
  const table = listOf(columns);
  const { document } = parseDocument(source.text, source.path);
  const before = document && valueAt(document.value, table);
  if (!isJson(before) || !Array.isArray(before['rows']) || !Array.isArray(before['columns'])) return edited;
  const count = before['columns'].length;
  let { text } = edited;
  before['rows'].forEach((row: unknown, index) => {
    const cells = isJson(row) ? row['cells'] : undefined;
    if (!Array.isArray(cells) || cells.length !== count || at > count) return;
    text = edit({ path: source.path, text }, `${table}/rows/${index}/cells`).text;
  });
  return { text, pointer: edited.pointer };
}

function listOf(pointer: string): string {
  return splitPointer(pointer).slice(0, -1).reduce(joinPointer, '');
}

function indexOf(pointer: string): number {
  return Number(splitPointer(pointer).at(-1));
}
