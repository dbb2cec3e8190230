import { useCallback, useEffect, useState } from 'react';
import type { Unread } from '#src/shared/registry/comment.ts';
import { MENTIONS } from '../answers.ts';
import { type Ask, Refused, readAs } from '../api.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { Dialog } from '../ui/dialog.tsx';
import { titleOf } from '../review/words.ts';
import { useWhileShown } from '../routes/use-while-shown.ts';
import { readDocument } from './threads.ts';
import { whereIs } from './where.ts';
import { Words } from './words.tsx';

export interface MentionsProps {
  readonly ask: Ask;
  readonly view: WorkspaceView;
  readonly account: { readonly name: string };
  /** Changes with every comment in this draft. */
  readonly tag: string;
  onGo(place: Selection): void;
}

/** A badge for unread comments that mention this person, with a link to each. */
export function Mentions({ ask, view, account, tag, onGo }: MentionsProps) {
  const { unread, see } = useUnread(ask, tag);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <span role="status" aria-label="Mentions">
        {unread.length === 0 ? null : (
          <button type="button" className="st-alert" onClick={() => setOpen(true)}>
            {unread.length === 1 ? '1 mention' : `${unread.length} mentions`}
          </button>
        )}
      </span>
      {isOpen ? (
        <Dialog title="Comments that name you" onClose={close}>
          <UnreadComments
            {...{ ask, view, account, unread, see }}
            onGo={(place) => {
              close();
              onGo(place);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}

interface UnreadProps extends Omit<MentionsProps, 'tag'>, ReturnType<typeof useUnread> {}

function UnreadComments({ ask, view, account, unread, see, onGo }: UnreadProps) {
  const [refused, setRefused] = useState<string>();
  const whileShown = useWhileShown();

  async function act(deed: () => Promise<void>): Promise<void> {
    try {
      await deed();
      setRefused(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.message);
    }
  }

  const go = ({ id, path, pointer, content }: Unread): Promise<void> =>
    act(async () => {
      const before = await readDocument(ask, content, path);
      // If the node is gone, open its document.
      const now = whereIs(pointer, before, documentOf(view, path)) ?? '';
      await see(id);
      whileShown(() => onGo({ file: path, pointer: now }));
    });

  return (
    <>
      {unread.length === 0 ? <p className="st-soft">You have seen them all.</p> : null}
      {refused === undefined ? null : <p role="alert">{refused}</p>}
      <ul className="st-threads">
        {unread.map((one) => (
          <li key={one.id}>
            <Words {...one} mentions={[account.name]} />
            <p className="st-row">
              <span className="st-soft">{titleOf(one.path)}</span>
              {view.texts.has(one.path) ? (
                <button type="button" onClick={() => void go(one)}>
                  Go there
                </button>
              ) : (
                <span className="st-soft">It is not in this draft.</span>
              )}
              <button type="button" onClick={() => void act(() => see(one.id))}>
                Seen
              </button>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Polling interval for comments in other drafts. */
const AGAIN_MS = 15_000;

function useUnread(
  ask: Ask,
  tag: string,
): { readonly unread: readonly Unread[]; see(id: string): Promise<void> } {
  const [unread, setUnread] = useState<readonly Unread[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = (): void => {
      if (document.hidden) return;
      readAs(MENTIONS, ask('GET', '/mentions')).then(
        ({ mentions }) => !isGone && setUnread(mentions),
        // Keep the last list; the next poll may succeed.
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ask, tag]);
  const see = useCallback(
    async (id: string) => setUnread((await readAs(MENTIONS, ask('POST', `/mentions/${id}/read`))).mentions),
    [ask],
  );
  return { unread, see };
}
