import { useMutation } from '@tanstack/react-query';
import type { ChangeRequest } from '#src/shared/registry/change-request.ts';
import { addressOf } from '../home/home-addresses.ts';
import { writeTime } from '../review/times.ts';

export interface ChangesAskedProps {
  readonly asked: readonly ChangeRequest[];
  /** Name of the signed-in person. */
  readonly name: string;
  /** The draft in which to make the changes; absent where it is open. */
  readonly draft?: string | undefined;
  onWithdraw(id: string): Promise<void>;
}

/** The changes that reviewers ask for. The person who asked can withdraw it. */
export function ChangesAsked({ asked, name, draft, onWithdraw }: ChangesAskedProps) {
  const withdraw = useMutation({ mutationFn: onWithdraw });
  if (asked.length === 0) return null;
  return (
    <section aria-label="Changes asked for">
      <h3>Changes asked for</h3>
      <ul className="st-changes">
        {asked.map(({ id, actor, at, text }) => (
          <li key={id}>
            <strong>{actor} asks for changes</strong>
            <p>{text}</p>
            <p className="st-soft">{writeTime(at)}</p>
            {actor === name ? (
              <button type="button" disabled={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
                Withdraw
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="st-soft">
        Nobody can publish it: change the draft and ask for approval again, or the person who asked withdraws
        it.
      </p>
      {draft === undefined ? null : (
        <a className="st-tab" href={addressOf(draft)}>
          Change the draft
        </a>
      )}
      {withdraw.error === null ? null : <p role="alert">{withdraw.error.message}</p>}
    </section>
  );
}
