import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';

/** Reports rows that do not have one cell for each column. */
export function checkCells(draft: Draft, { columns, rows }: Json, pointer: string): void {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return;
  rows.forEach((row: unknown, index) => {
    const cells = isJson(row) ? row['cells'] : undefined;
    if (!Array.isArray(cells) || cells.length === columns.length) return;
    draft.report(
      'table/cells',
      joinPointer(joinPointer(`${pointer}/rows`, index), 'cells'),
      `The table has ${columns.length} columns, but this row has ${cells.length} cells.`,
      'write a value for each column',
    );
  });
}
