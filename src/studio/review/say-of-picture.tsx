import { useEffect } from 'react';
import * as v from 'valibot';
import { NOTE } from '#src/shared/operation-bodies.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useWhileShown } from '../routes/use-while-shown.ts';
import type { ScreenshotReview } from './picture-reviews.ts';
import { writeTime } from './times.ts';

export interface SayOfPictureProps {
  /** Names the picture. */
  readonly subject: string;
  /** The latest review of this state; undefined if there is none. */
  readonly review: ScreenshotReview | undefined;
  /** Whether that review is for the current screenshot. */
  readonly isOfThis: boolean;
  /** Whether the screenshot is rendered and can be reviewed. */
  readonly isReady: boolean;
  readonly isDenying: boolean;
  readonly refused: string | undefined;
  onAccept(): void;
  onDenying(isDenying: boolean): void;
  /** @throws Refused. */
  onDeny(note: string): Promise<void>;
  /** Called after the rejection is stored. */
  onDenied(): void;
}

const DENIAL = v.object({ note: v.pipe(NOTE, v.regex(/\S/, 'is empty.')) });

/** Shows the review of a screenshot, with buttons to accept or reject it. */
export function SayOfPicture({
  subject,
  review,
  isOfThis,
  isReady,
  isDenying,
  refused,
  ...on
}: SayOfPictureProps) {
  const { onAccept, onDenying, onDeny, onDenied } = on;
  const keys = useKeys();
  const whileShown = useWhileShown();
  const { setFocus, ...form } = useStaffForm({
    schema: DENIAL,
    first: { note: '' },
    unsent: unsentOf('Deny', subject),
    async send({ note }) {
      await onDeny(note);
      whileShown(onDenied);
    },
  });
  useEffect(() => {
    if (isDenying) setFocus('note');
  }, [isDenying, setFocus]);
  const verdict = isOfThis ? review?.verdict : undefined;
  return (
    <section className="st-say" aria-label="What is said of this picture">
      <div className="st-tools">
        <button
          type="button"
          aria-keyshortcuts={keys.letter('A')}
          aria-pressed={verdict === 'accepted'}
          disabled={!isReady}
          onClick={onAccept}
        >
          Accept
        </button>
        <button
          type="button"
          aria-keyshortcuts={keys.letter('D')}
          aria-pressed={verdict === 'denied'}
          aria-expanded={isDenying}
          disabled={!isReady}
          onClick={() => onDenying(!isDenying)}
        >
          Deny…
        </button>
        <span role="status" className={verdict === 'denied' ? 'st-mark st-bad' : 'st-soft'}>
          {isReady ? describe(review, isOfThis) : ''}
        </span>
      </div>
      {isDenying ? (
        <form
          className="st-tools"
          aria-label="Deny this picture"
          noValidate
          onSubmit={(event) => void form.submit(event)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDenying(false);
          }}
        >
          <Field label="What is wrong with it" of={form.field('note')}>
            {(control) => <input required {...control} />}
          </Field>
          <button type="submit" className="st-primary" disabled={form.isSending}>
            Deny this picture
          </button>
        </form>
      ) : null}
      {refused === undefined ? null : <p role="alert">{refused}</p>}
    </section>
  );
}

function describe(review: ScreenshotReview | undefined, isOfThis: boolean): string {
  if (review === undefined) return 'Nobody has accepted or denied this picture yet.';
  const { verdict, actor, at, note } = review;
  if (isOfThis && verdict === 'accepted') return `Accepted by ${actor}, ${writeTime(at)}`;
  if (isOfThis && verdict === 'denied') return `Denied by ${actor}, ${writeTime(at)}: ${note}`;
  return note === ''
    ? 'It has changed since it was accepted.'
    : `It has changed since it was rejected: ${note}`;
}
