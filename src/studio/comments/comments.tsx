import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import type { Ask, Draft } from '../api.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { unsentOf } from '../forms/unsent.ts';
import { Failed } from '../queries/failed.tsx';
import { KEYS } from '../queries/keys.ts';
import { writeTime } from '../review/times.ts';
import { CommentBox } from './comment-box.tsx';
import { type PlacedThread, threadsQuery } from './threads.ts';
import { isThere, unsentComment, unsentComments } from './unsent.ts';
import { useColleagues } from './use-colleagues.ts';
import { Words } from './words.tsx';
import './comments.css';

export interface CommentsProps {
  readonly ask: Ask;
  readonly account: { readonly name: string };
  /** Path of the document. */
  readonly file: string;
  readonly threads: readonly PlacedThread[];
  /** The outline of the document. */
  readonly items: readonly OutlineItem[];
  /** The selected node; undefined for the whole document. */
  readonly item: OutlineItem | undefined;
  /** Saves the draft, and resolves with it. @throws Refused. */
  begin(): Promise<Draft>;
  onShow(place: Selection): void;
}

/** Comments on the selected node, and on the rest of its document. */
export function Comments({ ask, account, file, threads, items, item, begin, onShow }: CommentsProps) {
  const [isAll, setAll] = useState(false);
  const [, refresh] = useReducer((times: number) => times + 1, 0);
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
  const subject = { pointer, title: item === undefined ? '' : titleOf(item) };
  const homeless = unsentComments(account.name, file).filter((one) => !isThere(one, items));
  const say = async (at: string, text: string): Promise<void> => {
    const draft = await begin();
    await send(`/drafts/${draft.id}/comments`, { path: file, pointer: at, revision: draft.revision, text });
  };
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
              unsent={unsentOf('Answer', thread.id)}
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
        unsent={unsentComment(account.name, file, subject)}
        onSay={(text) => say(pointer, text)}
      />
      {homeless.map(({ text: _text, ...one }) => (
        <CommentBox
          key={`${file} ${JSON.stringify(one)}`}
          {...naming}
          label={`${one.title} ${
            one.deleted === undefined ? 'is not here now' : 'was deleted'
          }. Send this as a comment on the document`}
          unsent={unsentComment(account.name, file, one)}
          onSay={(text) => say('', text)}
          onSent={refresh}
        />
      ))}
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
