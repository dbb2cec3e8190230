import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isOfLaw } from '#renderer/grammar/lint/law.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import { asksSecond, decide } from '#src/review/roles.ts';
import { text } from '#src/shared/operation-schemas.ts';
import { type Account, type Draft, Refused } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import type { Selection } from '../model/outline.ts';
import type { PictureReview } from './picture-reviews.ts';
import { ApprovalNote, counts } from '../releases/approval-note.tsx';
import type { ReleasesApi, WholeRelease } from '../releases/releases-api.ts';
import { useAsked } from '../releases/use-asked.ts';
import { type Gradual, GRADUAL, GradualFields, STANDARD } from './gradual.tsx';
import { TIME_IN_MANILA, writeTime } from './times.ts';

export interface PublishProps {
  readonly api: ReleasesApi;
  /** Resolves with the saved draft. @throws Refused. */
  settle(): Promise<Draft | undefined>;
  readonly draft: Draft | undefined;
  readonly account: Account;
  readonly needs: readonly ReviewNeed[];
  /** Reviews that reject a screenshot. */
  readonly denied?: readonly PictureReview[];
  /** Shows the screenshots of a state. */
  readonly onShow?: ((state: string) => void) | undefined;
  readonly problems: readonly Problem[];
  /** Whether the list is complete: publishing waits until all screens are compiled. */
  readonly isWhole: boolean;
  readonly isChanged: boolean;
  /** Suggested title. */
  readonly title: string;
  /** Whether to focus the reason, which has no suggestion. */
  readonly isEntered?: boolean;
  onEntered?(): void;
  onSelect(place: Selection): void;
  onNewDraft(): void;
}

type Way = 'now' | 'later' | 'gradually';

interface Outcome {
  readonly said: string;
  readonly isOver: boolean;
}

const WAYS: { readonly [way in Way]: string } = {
  now: 'To everybody, now',
  later: 'To everybody, at a time',
  gradually: 'To a share first',
};

interface PublishInput {
  readonly title: string;
  readonly reason: string;
  readonly way: Way;
  /** Date and time in Manila. */
  readonly due: string;
  readonly gradual: Gradual;
  readonly isMeant: boolean;
}

type Publishing = { readonly title: string; readonly reason: string } & (
  | { readonly way?: undefined }
  | { readonly way: 'now' }
  | { readonly way: 'later'; readonly due: number }
  | { readonly way: 'gradually'; readonly gradual: v.InferOutput<typeof GRADUAL> }
);

function firstOf(title: string): PublishInput {
  return { title, reason: '', way: 'now', due: '', gradual: STANDARD, isMeant: false };
}

/** @param mustAsk - Whether the change goes to an approver; then the form has no rollout. */
function publishing(
  mustAsk: boolean,
  hasWarnings: boolean,
): v.GenericSchema<Partial<PublishInput>, Publishing> {
  const words = {
    // The registry gets `title: reason`, which must not exceed its limit.
    title: v.pipe(v.string(), v.trim(), text(1, 100)),
    reason: v.pipe(v.string(), v.trim(), text(3, 390)),
    isMeant: hasWarnings ? v.literal(true, 'must be ticked.') : v.boolean(),
  };
  if (mustAsk) return v.object(words);
  return v.variant('way', [
    v.object({ ...words, way: v.literal('now') }),
    v.object({ ...words, way: v.literal('later'), due: TIME_IN_MANILA }),
    v.object({ ...words, way: v.literal('gradually'), gradual: GRADUAL }),
  ]);
}

/** The form that publishes the reviewed draft or sends it to an approver. */
export function Publish(props: PublishProps) {
  const { api, settle, draft, account, needs, problems, isWhole, isChanged, onSelect, onNewDraft } = props;
  const { denied = [] } = props;
  const [outcome, setOutcome] = useState<Outcome>();
  const { value: standing, again } = useAsked(
    useMemo(() => (draft === undefined ? undefined : () => api.findOf(draft)), [api, draft]),
  );
  const { isEntered = false } = props;
  const entered = useEffectEvent(() => props.onEntered?.());
  const kinds = needs.map(({ kind }) => kind);
  const may = decide(account.role, 'publish', kinds.length === 0 ? ['ordinary'] : kinds);
  const second = needs.filter(({ kind }) => asksSecond(kind));
  const isApproved = standing?.approvals.some(counts) ?? false;
  const mustAsk = (second.length > 0 && !isApproved) || may === 'no';
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const lawless = problems.filter(isOfLaw);

  const form = useStaffForm({
    schema: publishing(mustAsk, warnings > 0),
    first: firstOf(props.title),
    async send(body) {
      setOutcome(undefined);
      try {
        setOutcome(await send(body));
      } finally {
        void again();
      }
    },
  });
  const { control, setFocus } = form;
  const way = useWatch({ control, name: 'way' });
  const gradual = useWatch({ control, name: 'gradual' });
  const audience = useFieldArray({ control, name: 'gradual.audience' });
  useEffect(() => {
    if (!isEntered) return;
    setFocus('reason');
    entered();
  }, [isEntered, setFocus]);

  async function send({ title, reason, ...chosen }: Publishing): Promise<Outcome> {
    const saved = await settle();
    if (saved === undefined) throw new Refused('invalid', 'Nothing is changed.');
    const why = `${title}: ${reason}`;
    const { hash } = await api.make(saved.id, why);
    const name = hash.slice(0, 8);
    switch (chosen.way) {
      case undefined: {
        const who = second.length > 0 ? 'Somebody else approves it' : 'A publisher publishes it';
        return { said: `Release ${name} is made. ${who}, under Releases.`, isOver: false };
      }
      case 'now':
        await api.publish(hash, why);
        return {
          said: `Live: release ${name}. Borrowers get it with the next screen they open.`,
          isOver: true,
        };
      case 'later':
        await api.schedule(hash, chosen.due, why);
        return { said: `Release ${name} goes live ${writeTime(chosen.due)}.`, isOver: true };
      case 'gradually': {
        const { basisPoints } = await api.startRollout({ release: hash, reason: why, ...chosen.gradual });
        const said = `${basisPoints / 100} % of borrowers get release ${name} now. Releases shows how it does.`;
        return { said, isOver: true };
      }
    }
  }

  if (outcome?.isOver) {
    return (
      <section aria-label="Publish">
        <h2>Published</h2>
        <p role="status">{outcome.said}</p>
        <button type="button" className="st-primary" onClick={onNewDraft}>
          Begin a new draft
        </button>
      </section>
    );
  }
  return (
    <form
      className="st-publish"
      aria-label="Publish"
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <h2>Publish</h2>
      <Field label="Title" of={form.field('title')}>
        {(own) => <input required {...own} />}
      </Field>
      <Field label="Reason" of={form.field('reason')}>
        {(own) => <textarea required rows={3} {...own} />}
      </Field>
      <Approval standing={standing} isNeeded={second.length > 0} />
      {mustAsk ? null : (
        <fieldset className="st-ways">
          <legend>Who gets it</legend>
          {(Object.keys(WAYS) as Way[]).map((one) => (
            <label key={one} className="st-choice">
              <input type="radio" value={one} {...form.register('way')} />
              <span>{WAYS[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!mustAsk && way === 'later' ? (
        <Field label="Date and time in Manila" of={form.field('due')}>
          {(own) => <input type="datetime-local" required {...own} />}
        </Field>
      ) : null}
      {!mustAsk && way === 'gradually' ? (
        <GradualFields {...{ api, gradual, audience }} field={form.field} />
      ) : null}
      {warnings === 0 ? null : (
        <Field
          isTick
          label={warnings === 1 ? 'The warning is intended' : `All ${warnings} warnings are intended`}
          of={form.field('isMeant')}
        >
          {(own) => <input type="checkbox" required {...own} />}
        </Field>
      )}
      {errors === 0 ? null : (
        <p className="st-bar">
          {errors === 1 ? 'An error is' : `${errors} errors are`} in the way: nothing can be published.
        </p>
      )}
      {lawless.length === 0 ? null : (
        <p className="st-bar">
          {lawless.length === 1 ? 'A warning is' : `${lawless.length} warnings are`} a matter of law: its
          reason is written under Warnings first.
        </p>
      )}
      <DeniedPictures denied={denied} onShow={props.onShow} />
      {isWhole ? null : (
        <p role="status" className="st-soft">
          All screens are being read.
        </p>
      )}
      <button
        type="submit"
        className="st-primary"
        disabled={
          form.isSending ||
          errors > 0 ||
          denied.length + lawless.length > 0 ||
          !isWhole ||
          !isChanged ||
          account.role === 'viewer'
        }
      >
        {mustAsk ? (second.length > 0 ? 'Ask for approval' : 'Hand over to a publisher') : BUTTONS[way]}
      </button>
      {outcome === undefined ? null : <p role="status">{outcome.said}</p>}
      <Refusal refused={form.refused} onSelect={onSelect} />
    </form>
  );
}

/** Rejected screenshots. They block publishing until they change or are accepted. */
export function DeniedPictures({
  denied,
  onShow,
}: Pick<PublishProps, 'onShow'> & { readonly denied: readonly PictureReview[] }) {
  if (denied.length === 0) return null;
  return (
    <div className="st-bar" role="status">
      <p>
        {denied.length === 1 ? 'A picture is' : `${denied.length} pictures are`} denied: nothing can be
        published.
      </p>
      <ul className="st-denied">
        {denied.map(({ state, actor, note }) => (
          <li key={state}>
            <button type="button" className="st-problem" onClick={() => onShow?.(state)}>
              {state}: {note} ({actor})
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const BUTTONS: { readonly [way in Way]: string } = {
  now: 'Publish now',
  later: 'Schedule',
  gradually: 'Start the rollout',
};

function Approval({
  standing,
  isNeeded,
}: {
  readonly standing: WholeRelease | undefined;
  readonly isNeeded: boolean;
}) {
  if (!isNeeded) return null;
  if (standing === undefined) return <p className="st-soft">Somebody else must approve this first.</p>;
  const { approvals, hash, actor } = standing;
  const waits = (
    <p role="status" className="st-soft">
      Release {hash.slice(0, 8)} of {actor} waits for somebody else&apos;s approval.
    </p>
  );
  return (
    <>
      {approvals.some(counts) ? null : waits}
      {approvals.map((approval) => (
        <p key={approval.actor} role="status">
          Approved by {approval.actor}, {writeTime(approval.at)}: {approval.reason}{' '}
          <ApprovalNote approval={approval} />
        </p>
      ))}
    </>
  );
}

function Refusal({
  refused,
  onSelect,
}: {
  readonly refused: Refused | undefined;
  readonly onSelect: PublishProps['onSelect'];
}) {
  if (refused === undefined) return null;
  return (
    <div role="alert">
      <p>{refused.message}</p>
      <ul className="st-changes">
        {refused.problems.map(({ file, line, column, pointer, code, message }) => (
          <li key={`${file} ${line} ${column} ${code}`}>
            <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
              {file}:{line}:{column} {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
