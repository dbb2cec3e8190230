import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BLAME, VERSIONS } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import type { OutlineItem } from '../model/outline.ts';
import { Failed } from '../queries/failed.tsx';
import { KEYS } from '../queries/keys.ts';
import { readDocument } from '../queries/read-document.ts';
import { writeTime } from '../review/times.ts';
import { type EarlierDocument, type EarlierNode, earlierOf, joinVersions } from './earlier.ts';
import { continueOrigins, momentsOf } from './node-history.ts';
import './history.css';

/** A part in which the history of a node goes on. */
export interface Related {
  readonly file: string;
  /** `Only on “Repayment”` */
  readonly where: string;
}

export interface NodeHistoryProps {
  readonly ask: Ask;
  /** The open draft and its revision. */
  readonly draft: { readonly id: string; readonly revision: number } | undefined;
  readonly item: OutlineItem;
  /** The document of the node, as JSON. */
  readonly document: unknown;
  /** If the document is a screen's copy of a shared part: that part, in which the history goes on. */
  readonly original?: Related & { readonly document: unknown };
  /** If the document is a shared part: the copy that the screen may have had of it. */
  readonly copy?: Related;
  /** Writes an earlier value of the node into the draft. */
  onRestore(node: EarlierNode): void;
}

/** Who changed the selected node, when and why, and its earlier values. Loaded when the details are opened. */
export function NodeHistory(props: NodeHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="st-node-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen ? (
        <>
          <Moments {...props} />
          <Earlier {...props} />
        </>
      ) : null}
    </details>
  );
}

function Moments({ ask, draft, item, document, original }: NodeHistoryProps) {
  const { id, revision = 0 } = draft ?? {};
  const readOrigins = async (path: string) => {
    const of = new URLSearchParams({ path, ...(id !== undefined && { draft: id }) });
    return readAs(BLAME, ask('GET', `/blame?${of}`));
  };
  const query = useQuery({
    queryKey: KEYS.blame(item.file, id, revision),
    queryFn: () => readOrigins(item.file),
  });
  const before = useQuery({
    queryKey: KEYS.blame(original?.file ?? '', id, revision),
    queryFn: original === undefined ? skipToken : () => readOrigins(original.file),
  });
  if (before.isLoadingError) return <Failed what="The history could not be read." query={before} />;
  if (query.isLoadingError) return <Failed what="The history could not be read." query={query} />;
  if (query.data === undefined || before.isLoading) return <p role="status">Reading…</p>;
  const own = { document, values: query.data.values };
  const values =
    original === undefined || before.data === undefined
      ? own.values
      : continueOrigins(own, { document: original.document, values: before.data.values }, item.pointer);
  return (
    <ol aria-label="Changes">
      {momentsOf(values, item).map(({ actor, at, reason, release, members }) => (
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

/** Maximum number of versions to search. */
const MOST_VERSIONS = 20;

/** Lists the node's values in earlier releases; each can be restored. */
function Earlier({ ask, item, document, original, copy, onRestore }: Omit<NodeHistoryProps, 'draft'>) {
  const { file, pointer } = item;
  const query = useQuery({
    queryKey: KEYS.history(file, original?.file ?? '', copy?.file ?? ''),
    async queryFn({ client }) {
      const read = (of: Related | undefined) => of && readVersions(client, ask, of.file, of.where);
      return joinVersions(
        ...(await Promise.all([readVersions(client, ask, file), read(original), read(copy)])),
      );
    },
  });
  if (query.isLoadingError) return <Failed what="Earlier versions could not be read." query={query} />;
  const earlier = earlierOf(document, pointer, query.data ?? []);
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier versions">
      <h4>Earlier versions</h4>
      <ul>
        {earlier.map((node) => (
          <li key={`${node.at} ${node.release} ${node.where ?? ''}`}>
            <span className="st-soft">
              {node.actor}, {writeTime(node.at)}: {node.reason}
            </span>
            {node.where === undefined ? null : <span>{node.where}</span>}
            {node.rolledBack === undefined ? null : (
              <span>
                Rolled back by {node.rolledBack.actor}, {writeTime(node.rolledBack.at)}:{' '}
                {node.rolledBack.reason}
              </span>
            )}
            {node.said.slice(0, MOST_SAID).map((words) => (
              <span key={words}>{words}</span>
            ))}
            {node.said.length > MOST_SAID ? <span>and {node.said.length - MOST_SAID} more</span> : null}
            <button type="button" onClick={() => onRestore(node)}>
              Take this back
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Maximum number of differences to show. */
const MOST_SAID = 4;

async function readVersions(
  client: QueryClient,
  ask: Ask,
  path: string,
  where?: string,
): Promise<readonly EarlierDocument[]> {
  const query = new URLSearchParams({ path, limit: String(MOST_VERSIONS) });
  const { versions } = await readAs(VERSIONS, ask('GET', `/history?${query}`));
  return Promise.all(
    versions.map(async ({ content, ...version }) => ({
      ...version,
      ...(where !== undefined && { where }),
      value: content === null ? undefined : await readDocument(client, ask, { path, hash: content }),
    })),
  );
}
