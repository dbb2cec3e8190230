import { plainWords, Words } from '../../kit/words.tsx';
import { PENDING } from '../../plan/expression.ts';
import { defineWidget } from '../define-widget.ts';
import type { Column, TableProps, TableRow } from '../props.generated.ts';
import './table.css';

/* The roles are written because a browser drops those of a table whose rows are cards. */

export const table = defineWidget<TableProps>({
  type: 'table',
  Widget: ({ props: { caption, columns, rows, empty, spoken }, id, say }) => {
    const name = <Words of={caption} size="short" lang={spoken?.caption} />;
    return (
      <div id={id} className="cz-table cz-card">
        {rows.length === 0 ? (
          // A table without rows is an error for screen readers.
          <>
            <div className="cz-table-caption">{name}</div>
            <p>
              {/* The engine leaves `empty` out if the data of the rows could not be loaded. */}
              <Words of={empty ?? say('This list could not be loaded.')} lang={empty && spoken?.empty} />
            </p>
          </>
        ) : (
          <table role="table" aria-labelledby={`${id}-caption`}>
            <caption id={`${id}-caption`} className="cz-table-caption">
              {name}
            </caption>
            <thead role="rowgroup">
              <tr role="row">
                {columns.map(({ key, heading, align, spoken: of }) => (
                  <th key={key} role="columnheader" scope="col" className={classOf(align)}>
                    <Words of={heading} size="short" lang={of?.heading} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">{rows.map((row) => drawRow(row, columns))}</tbody>
          </table>
        )}
      </div>
    );
  },
});

function classOf(align: Column['align']): string {
  return align === 'end' ? 'cz-table-cell cz-table-end' : 'cz-table-cell';
}

function drawRow({ key, cells, look, spoken }: TableRow, columns: readonly Column[]) {
  return (
    <tr key={key} role="row" className={look === 'total' ? 'cz-table-row cz-table-total' : 'cz-table-row'}>
      {columns.map(({ key: column, heading, align }, index) => {
        const cell = Array.isArray(cells) ? cells[index] : PENDING;
        const words = (
          <span className="cz-table-value">
            <Words of={cell} size="short" lang={spoken?.[`cells.${index}`]} />
          </span>
        );
        const given = {
          className: classOf(align),
          'data-heading': cell === '' ? undefined : plainWords(heading),
        };
        return index === 0 ? (
          <th key={column} role="rowheader" scope="row" {...given}>
            {words}
          </th>
        ) : (
          <td key={column} role="cell" {...given}>
            {words}
          </td>
        );
      })}
    </tr>
  );
}
