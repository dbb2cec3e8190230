import { useState } from 'react';
import { type Ask, type Draft, Refused } from '../api.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import { writeTime } from '../review/times.ts';
import { CommentBox } from './comment-box.tsx';
import type { PlacedThread } from './threads.ts';
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
  /** Reloads the threads. */
  again(): Promise<void>;
  onShow(place: Selection): void;
}

/** Comments on the selected node, and on the rest of its document. */
export function Comments({ ask, account, file, threads, item, begin, again, onShow }: CommentsProps) {
  const [isAll, setAll] = useState(false);
  const [refused, setRefused] = useState<string>();
  const naming = useColleagues(ask, account.name);
  const pointer = item?.pointer ?? '';
  const shown = threads.filter(({ resolved }) => isAll || resolved === undefined);
  const own = shown.filter(({ now }) => now !== undefined && isAt(item, now));
  const others = shown.filter((thread) => !own.includes(thread));

  async function act(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
      await again();
      setRefused(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.message);
    }
  }

  async function say(words: Promise<unknown>): Promise<void> {
    await words;
    // The comment is stored; if reloading fails now, the next comment reloads the list.
    await again().catch(() => undefined);
  }

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
              onSay={(text) => say(ask('POST', `/comments/${thread.id}/replies`, { text }))}
            />
          )}
          <p className="st-row">
            <button
              type="button"
              onClick={() =>
                void act(() =>
                  ask('POST', `/comments/${thread.id}/${thread.resolved ? 'reopen' : 'resolve'}`),
                )
              }
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
        key={pointer}
        {...naming}
        label={item === undefined ? 'Comment on the document' : `Comment on ${titleOf(item)}`}
        onSay={async (text) => {
          const draft = await begin();
          const body = { path: file, pointer, revision: draft.revision, text };
          await say(ask('POST', `/drafts/${draft.id}/comments`, body));
        }}
      />
      {refused === undefined ? null : <p role="alert">{refused}</p>}
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
