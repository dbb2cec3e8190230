import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { isLegal } from '#renderer/grammar/lint/law.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import { asksSecond, decide } from '#src/review/roles.ts';
import { type Account, type Draft, Refused } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import type { Selection } from '../model/outline.ts';
import { refreshReleases } from '../queries/keys.ts';
import { nameOfReason } from '../releases/release-names.ts';
import { ApprovalNote, counts } from '../releases/approval-note.tsx';
import { ChangesAsked } from '../releases/changes-asked.tsx';
import type { ReleasesApi, WholeRelease } from '../releases/releases-api.ts';
import { DeniedPictures, type DeniedPicturesProps } from './denied-pictures.tsx';
import { GradualFields } from './gradual.tsx';
import { firstOf, type Outcome, publish, publishing, type Way } from './publishing.ts';
import { writeTime } from './times.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useStanding } from './use-standing.ts';

export interface PublishProps extends Partial<DeniedPicturesProps> {
  readonly api: ReleasesApi;
  /** Resolves with the saved draft. @throws Refused. */
  settle(): Promise<Draft | undefined>;
  /** How often a colleague's changes came into the draft. */
  takes(): number;
  readonly draft: Draft | undefined;
  readonly account: Account;
  readonly needs: readonly ReviewNeed[];
  readonly problems: readonly Problem[];
  /** Whether the list is complete: publishing waits until all screens are compiled. */
  readonly isWhole: boolean;
  readonly isChanged: boolean;
  /** Suggested title. */
  readonly title: string;
  /** Whether to focus the field for the reason, because no reason is suggested. */
  readonly isEntered?: boolean;
  onEntered?(): void;
  onSelect(place: Selection): void;
  onNewDraft(): void;
}

const WAYS: { readonly [way in Way]: string } = {
  now: 'To everybody, now',
  later: 'To everybody, at a time',
  gradually: 'To a share first',
  'gradually-later': 'To a share first, at a time',
};

const BUTTONS: { readonly [way in Way]: string } = {
  now: 'Publish now',
  later: 'Schedule',
  gradually: 'Start the rollout',
  'gradually-later': 'Schedule',
};

/** The form that publishes the reviewed draft or sends it to an approver. */
export function Publish(props: PublishProps) {
  const { account, problems, isWhole, isChanged, denied = [] } = props;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const lawless = problems.filter(isLegal).length;
  const { form, outcome, standing, refresh, needsSecond, mustAsk } = usePublishing(props, warnings);
  useTickOfTheseWarnings(form, problems);
  useLeaveWarning(form.isSending);
  const way = useWatch({ control: form.control, name: 'way' });

  if (outcome?.isOver) {
    return (
      <section aria-label="Publish">
        <h2>{outcome.title}</h2>
        <p role="status">{outcome.said}</p>
        <button type="button" className="st-primary" onClick={props.onNewDraft}>
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
      <Approval standing={standing?.release} isNeeded={needsSecond} />
      <ChangesAsked
        asked={standing?.asked ?? []}
        name={account.name}
        onWithdraw={async (id) => {
          await props.api.withdrawChangeRequest(id);
          await refresh();
        }}
      />
      {mustAsk ? null : <WhoGetsIt api={props.api} form={form} way={way} />}
      <Intended problems={problems} onSelect={props.onSelect} />
      {warnings === 0 ? null : (
        <Field
          isTick
          label={warnings === 1 ? 'The warning is intended' : `All ${warnings} warnings are intended`}
          of={form.field('isMeant')}
        >
          {/* While screens are still read, other warnings come. */}
          {(own) => <input type="checkbox" required disabled={!isWhole} {...own} />}
        </Field>
      )}
      <InTheWay errors={errors} lawless={lawless} />
      <DeniedPictures denied={denied} onShow={props.onShow} />
      <button
        type="submit"
        className="st-primary"
        disabled={
          form.isSending ||
          errors + lawless + denied.length > 0 ||
          !isWhole ||
          !isChanged ||
          account.role === 'viewer'
        }
      >
        {mustAsk ? (needsSecond ? 'Ask for approval' : 'Hand over to a publisher') : BUTTONS[way]}
      </button>
      {isWhole ? null : (
        <p role="status" className="st-soft">
          All screens are being read.
        </p>
      )}
      {outcome === undefined ? null : <p role="status">{outcome.said}</p>}
      <Refusal refused={form.refused} onSelect={props.onSelect} />
    </form>
  );
}

/** The state of the form, and whether the person may publish or must ask. */
function usePublishing(props: PublishProps, warnings: number) {
  const { api, draft, account, needs, isEntered = false } = props;
  const settle = useSettleWhatWasSeen(props);
  const [outcome, setOutcome] = useState<Outcome>();
  const client = useQueryClient();
  const standing = useStanding(api, draft);
  const refresh = () => refreshReleases(client);
  const kinds = needs.map(({ kind }) => kind);
  const may = decide(account.role, 'publish', kinds.length === 0 ? ['ordinary'] : kinds);
  const needsSecond = kinds.some(asksSecond);
  const isApproved = standing?.release?.approvals.some(counts) ?? false;
  const mustAsk = (needsSecond && !isApproved) || may === 'no';
  const form = useStaffForm({
    schema: publishing(mustAsk, warnings > 0),
    first: firstOf(props.title),
    // The warnings can be others when the person comes back.
    unsent: draft && unsentOf('Publish', draft.id),
    unkept: ['isMeant'],
    async send(body) {
      setOutcome(undefined);
      try {
        setOutcome(await publish(api, settle, body, needsSecond));
      } finally {
        void refresh();
      }
    },
  });

  const { setFocus } = form;
  const entered = useEffectEvent(() => props.onEntered?.());
  useEffect(() => {
    if (!isEntered) return;
    setFocus('reason');
    entered();
  }, [isEntered, setFocus]);
  return { form, outcome, standing, refresh, needsSecond, mustAsk };
}

/** Saves the draft, and refuses once if a colleague changed it after the person had opened the review. */
function useSettleWhatWasSeen({ settle, takes }: PublishProps): () => Promise<Draft | undefined> {
  const [seen, setSeen] = useState(takes);
  return async () => {
    const saved = await settle();
    if (takes() === seen) return saved;
    setSeen(takes());
    throw new Refused(
      'conflict',
      'A colleague changed this draft after you opened the review. Look at what changed, then press again.',
    );
  };
}

/** Unticks the box when a new warning appears, because the person has not confirmed that one. */
function useTickOfTheseWarnings(
  { setValue }: Pick<ReturnType<typeof usePublishing>['form'], 'setValue'>,
  problems: readonly Problem[],
): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const now = new Set(problems.map(({ code, file, message }) => `${code} ${file} ${message}`));
    if ([...now].some((one) => !known.current.has(one))) setValue('isMeant', false);
    known.current = now;
  }, [setValue, problems]);
}

interface WhoGetsItProps extends Pick<ReturnType<typeof usePublishing>, 'form'> {
  readonly api: ReleasesApi;
  readonly way: Way;
}

function WhoGetsIt({ api, form, way }: WhoGetsItProps) {
  const { control } = form;
  const gradual = useWatch({ control, name: 'gradual' });
  const audience = useFieldArray({ control, name: 'gradual.audience' });
  return (
    <>
      <fieldset className="st-ways">
        <legend>Who gets it</legend>
        {(Object.keys(WAYS) as Way[]).map((one) => (
          <label key={one} className="st-choice">
            <input type="radio" value={one} {...form.register('way')} />
            <span>{WAYS[one]}</span>
          </label>
        ))}
      </fieldset>
      {way === 'later' || way === 'gradually-later' ? (
        <Field label="Date and time in Manila" of={form.field('due')}>
          {(own) => <input type="datetime-local" required {...own} />}
        </Field>
      ) : null}
      {way === 'gradually' || way === 'gradually-later' ? (
        <GradualFields {...{ api, gradual, audience }} field={form.field} />
      ) : null}
    </>
  );
}

/** The warnings that the box below accepts. */
function Intended({ problems, onSelect }: Pick<PublishProps, 'problems' | 'onSelect'>) {
  const warnings = problems.filter(({ severity }) => severity !== 'error');
  if (warnings.length === 0) return null;
  return (
    <ul className="st-changes st-intended" aria-label="Warnings that you accept">
      {warnings.map(({ file, pointer, code, message }) => (
        <li key={`${file} ${pointer} ${code} ${message}`}>
          <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
            {message}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why nothing can be published yet. */
function InTheWay({ errors, lawless }: { readonly errors: number; readonly lawless: number }) {
  return (
    <>
      {errors === 0 ? null : (
        <p className="st-bar">
          {errors === 1 ? 'An error is' : `${errors} errors are`} in the way: nothing can be published.
        </p>
      )}
      {lawless === 0 ? null : (
        <p className="st-bar">
          {lawless === 1 ? 'A legal warning has' : `${lawless} legal warnings have`} no reason: write one
          under Warnings first.
        </p>
      )}
    </>
  );
}

function Approval({
  standing,
  isNeeded,
}: {
  readonly standing: WholeRelease | undefined;
  readonly isNeeded: boolean;
}) {
  if (!isNeeded) return null;
  if (standing === undefined) return <p className="st-soft">Somebody else must approve this first.</p>;
  const { approvals, reason, actor } = standing;
  const waits = (
    <p role="status" className="st-soft">
      {nameOfReason(reason)} of {actor} waits for somebody else&apos;s approval.
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
