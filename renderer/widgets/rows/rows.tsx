import { useState } from 'react';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { Row, RowsProps } from '../props.generated.ts';
import './rows.css';

export const rows = defineWidget<RowsProps>({ type: 'rows', Widget: Rows });

function Rows({ props, id, say }: WidgetProps<RowsProps>) {
  const [showsAll, setShowsAll] = useState(false);
  const limit = props.limit ?? Number.POSITIVE_INFINITY;
  const isLimited = props.rows.length > limit;
  const shown = isLimited && !showsAll ? props.rows.slice(0, limit) : props.rows;
  const listId = `${id}-list`;
  if (props.rows.length === 0) return null;
  return (
    <div id={id} className="cz-rows cz-card">
      {props.look === 'timeline' ? (
        <ol id={listId} className="cz-timeline">
          {shown.map(drawStep)}
        </ol>
      ) : (
        <dl id={listId} className="cz-rows-list">
          {shown.map(drawRow)}
        </dl>
      )}
      {isLimited ? (
        <button
          type="button"
          className="cz-rows-toggle"
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          <Words of={showsAll ? (props.less ?? say('Less')) : (props.more ?? say('More'))} size="short" />
        </button>
      ) : null}
    </div>
  );
}

function drawRow(row: Row) {
  return (
    <div key={row.key} className="cz-row-pair">
      <dt className="cz-row-label">
        <Words of={row.label} size="short" lang={row.spoken?.label} />
        {row.note === undefined ? null : (
          <>
            {' '}
            <span className="cz-row-note">
              <Words of={row.note} size="short" lang={row.spoken?.note} />
            </span>
          </>
        )}
      </dt>
      <dd className="cz-row-value">
        <Words of={row.value} size="short" lang={row.spoken?.value} />
        {row.time === undefined ? null : (
          <>
            {' '}
            <span className="cz-row-note">
              <Words of={row.time} size="short" lang={row.spoken?.time} />
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

function drawStep(row: Row) {
  return (
    <li key={row.key} className="cz-timeline-step">
      <span className="cz-timeline-words">
        <span className="cz-timeline-label">
          <Words of={row.label} lang={row.spoken?.label} />
        </span>
        {row.note === undefined ? null : (
          <>
            {' '}
            <span className="cz-row-note">
              <Words of={row.note} lang={row.spoken?.note} />
            </span>
          </>
        )}
        {row.time === undefined ? null : (
          <>
            {' '}
            <span className="cz-row-note">
              <Words of={row.time} size="short" lang={row.spoken?.time} />
            </span>
          </>
        )}
      </span>
      {row.value === undefined ? null : (
        <>
          {' '}
          <span className="cz-row-value">
            <Words of={row.value} size="short" lang={row.spoken?.value} />
          </span>
        </>
      )}
    </li>
  );
}
