import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Unread } from '#src/shared/registry/comment.ts';
import { MENTIONS } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KEYS, putAnswer } from '../queries/keys.ts';
import { readDocument } from '../queries/read-document.ts';
import { titleOf } from '../review/words.ts';
import { useWhileShown } from '../routes/use-while-shown.ts';
import { whereIs } from './where.ts';
import { Words } from './words.tsx';

export interface MentionsProps {
  readonly ask: Ask;
  readonly view: WorkspaceView;
  readonly account: { readonly name: string };
  onGo(place: Selection): void;
}

/** A badge for unread comments that mention this person, with a link to each. */
export function Mentions({ ask, view, account, onGo }: MentionsProps) {
  const { data: unread = NONE } = useQuery({
    queryKey: KEYS.mentions,
    queryFn: async () => (await readAs(MENTIONS, ask('GET', '/mentions'))).mentions,
    refetchInterval: POLL_MENTIONS_MS,
  });
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
            {...{ ask, view, account, unread }}
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

interface UnreadProps extends MentionsProps {
  readonly unread: readonly Unread[];
}

function UnreadComments({ ask, view, account, unread, onGo }: UnreadProps) {
  const client = useQueryClient();
  const whileShown = useWhileShown();
  const see = useMutation({
    /** @param isShown - Whether to go to the comment too. */
    async mutationFn({ one, isShown }: { readonly one: Unread; readonly isShown: boolean }) {
      const { id, path, pointer, content } = one;
      const before = isShown ? await readDocument(client, ask, { path, hash: content }) : undefined;
      const { mentions } = await readAs(MENTIONS, ask('POST', `/mentions/${id}/read`));
      await putAnswer(client, KEYS.mentions, mentions);
      void client.invalidateQueries({ queryKey: KEYS.waiting });
      if (!isShown) return;
      // If the node is gone, open its document.
      const now = whereIs(pointer, before, documentOf(view, path)) ?? '';
      whileShown(() => onGo({ file: path, pointer: now }));
    },
  });

  return (
    <>
      {unread.length === 0 ? <p className="st-soft">You have seen them all.</p> : null}
      {see.error === null ? null : <p role="alert">{see.error.message}</p>}
      <ul className="st-threads">
        {unread.map((one) => (
          <li key={one.id}>
            <Words {...one} mentions={[account.name]} />
            <p className="st-row">
              <span className="st-soft">{titleOf(one.path)}</span>
              {view.texts.has(one.path) ? (
                <button
                  type="button"
                  disabled={see.isPending}
                  onClick={() => see.mutate({ one, isShown: true })}
                >
                  Go there
                </button>
              ) : (
                <span className="st-soft">It is not in this draft.</span>
              )}
              <button
                type="button"
                disabled={see.isPending}
                onClick={() => see.mutate({ one, isShown: false })}
              >
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
const POLL_MENTIONS_MS = 15_000;

const NONE: readonly Unread[] = [];
