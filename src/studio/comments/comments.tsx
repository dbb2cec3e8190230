import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ask, Draft } from '../api.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { Failed } from '../queries/failed.tsx';
import { KEYS } from '../queries/keys.ts';
import { writeTime } from '../review/times.ts';
import { CommentBox } from './comment-box.tsx';
import { type PlacedThread, threadsQuery } from './threads.ts';
import { unsentOf } from './unsent.ts';
import { useColleagues } from './use-colleagues.ts';
import { Words } from './words.tsx';
import './comments.css';

export interface CommentsProps {
  readonly ask: Ask;
  readonly account: { readonly name: string };
  /** Path of the document. */
  readonly file: string;
  readonly threads: readonly PlacedThread[];
  /** The selected node; undefined for the whole document. */
  readonly item: OutlineItem | undefined;
  /** Saves the draft, and resolves with it. @throws Refused. */
  begin(): Promise<Draft>;
  onShow(place: Selection): void;
}

/** Comments on the selected node, and on the rest of its document. */
export function Comments({ ask, account, file, threads, item, begin, onShow }: CommentsProps) {
  const [isAll, setAll] = useState(false);
  const client = useQueryClient();
  const read = useQuery(threadsQuery(ask, file));
  /** Sends a comment or a change of one. @throws Refused. */
  const send = async (path: string, body?: object): Promise<void> => {
    await ask('POST', path, body);
    await client.invalidateQueries({ queryKey: KEYS.comments });
  };
  const mutationKey = [...KEYS.comments, 'settle'];
  const settle = useMutation({ mutationKey, mutationFn: (path: string) => send(path) });
  const naming = useColleagues(ask, account.name);
  const pointer = item?.pointer ?? '';
  const label = item === undefined ? 'Comment on the document' : `Comment on ${titleOf(item)}`;
  const shown = threads.filter(({ resolved }) => isAll || resolved === undefined);
  const own = shown.filter(({ now }) => now !== undefined && isAt(item, now));
  const others = shown.filter((thread) => !own.includes(thread));

  const listOf = (list: readonly PlacedThread[], isElsewhere: boolean) => (
    <ul className="st-threads">
      {list.map((thread) => (
        <li key={thread.id}>
          <Words {...thread} />
          {thread.replies.map((reply) => (
            <Words key={reply.id} {...reply} />
          ))}
          {thread.resolved ? (
            <p className="st-soft">
              Resolved by {thread.resolved.actor}, {writeTime(thread.resolved.at)}
            </p>
          ) : (
            <CommentBox
              label="Answer"
              {...naming}
              unsent={unsentOf(sessionStorage, [account.name, thread.id])}
              onSay={(text) => send(`/comments/${thread.id}/replies`, { text })}
            />
          )}
          <p className="st-row">
            <button
              type="button"
              // A disabled button would lose the focus.
              aria-disabled={settle.isPending}
              onClick={() => {
                // `isPending` changes with the next render, after a second press could come.
                if (client.isMutating({ mutationKey }) > 0) return;
                settle.mutate(`/comments/${thread.id}/${thread.resolved ? 'reopen' : 'resolve'}`);
              }}
            >
              {thread.resolved ? 'Reopen' : 'Resolve'}
            </button>
            {!isElsewhere ? null : thread.now === undefined ? (
              <span className="st-soft">The node of this comment was removed.</span>
            ) : (
              <button type="button" onClick={() => onShow({ file, pointer: thread.now ?? '' })}>
                Go there
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );

  return (
    <section aria-label="Comments" className="st-comments">
      <h2>Comments</h2>
      <CommentBox
        key={`${file} ${pointer}`}
        {...naming}
        label={label}
        // With its name: an edit can put another node at the same pointer.
        unsent={unsentOf(sessionStorage, [account.name, file, pointer, label])}
        onSay={async (text) => {
          const draft = await begin();
          const body = { path: file, pointer, revision: draft.revision, text };
          await send(`/drafts/${draft.id}/comments`, body);
        }}
      />
      {settle.error === null ? null : <p role="alert">{settle.error.message}</p>}
      {read.isLoadingError ? <Failed what="The comments could not be read." query={read} /> : null}
      {listOf(own, false)}
      {others.length === 0 ? null : (
        <>
          <h3>Elsewhere in this document</h3>
          {listOf(others, true)}
        </>
      )}
      {threads.every(({ resolved }) => resolved === undefined) ? null : (
        <label className="st-choice">
          <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
          <span>Resolved ones too</span>
        </label>
      )}
    </section>
  );
}

/** Whether the pointer belongs to the item itself and not to one of its children. */
function isAt(item: OutlineItem | undefined, pointer: string): boolean {
  if (item === undefined) return pointer === '';
  if (pointer !== item.pointer && !pointer.startsWith(`${item.pointer}/`)) return false;
  return !item.children.some((child) => isAt(child, pointer));
}
