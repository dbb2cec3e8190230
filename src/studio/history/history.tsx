import { useCallback, useState } from 'react';
import type { BlamedValue } from '#src/server/registry/blame.ts';
import type { Ask } from '../api.ts';
import type { OutlineItem } from '../model/outline.ts';
import { useOnce } from '../releases/use-asked.ts';
import { writeTime } from '../review/times.ts';
import { momentsOf } from './node-history.ts';
import './history.css';

export interface NodeHistoryProps {
  readonly ask: Ask;
  /** The draft that is open, and how often it was saved. */
  readonly draft: { readonly id: string; readonly revision: number } | undefined;
  readonly item: OutlineItem;
}

/** Who changed what of the selected node, when and why; asked for when somebody wants to know. */
export function NodeHistory({ ask, draft, item }: NodeHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="st-node-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen ? <Moments {...{ ask, item }} id={draft?.id} revision={draft?.revision ?? 0} /> : null}
    </details>
  );
}

interface MomentsProps extends Pick<NodeHistoryProps, 'ask' | 'item'> {
  readonly id: string | undefined;
  readonly revision: number;
}

function Moments({ ask, item, id, revision }: MomentsProps) {
  const { file } = item;
  const read = useCallback(() => readBlame(ask, file, id, revision), [ask, file, id, revision]);
  const answer = useOnce(read);
  if (answer === undefined) return <p role="status">Reading…</p>;
  if ('refused' in answer) return <p role="alert">{answer.refused}</p>;
  return (
    <ol>
      {momentsOf(answer.values, item).map(({ actor, at, reason, release, members }) => (
        <li key={`${at} ${actor}`}>
          <strong>{members.join(', ')}</strong>
          <span className="st-soft">
            {actor}, {writeTime(at)}
          </span>
          <span>{release === undefined ? 'In this draft, not published' : reason}</span>
        </li>
      ))}
    </ol>
  );
}

/** @param _revision - Another save has another answer. */
function readBlame(
  ask: Ask,
  file: string,
  draft: string | undefined,
  _revision: number,
): Promise<{ readonly values: readonly BlamedValue[] }> {
  const query = new URLSearchParams({ path: file, ...(draft !== undefined && { draft }) });
  return ask('GET', `/blame?${query}`);
}
