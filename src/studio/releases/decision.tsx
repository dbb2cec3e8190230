import { useFieldArray, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { REPLY } from '#src/shared/operation-bodies.ts';
import { REASON } from '#src/shared/operation-schemas.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import { GRADUAL, GradualFields, STANDARD } from '../review/gradual.tsx';
import { TIME_IN_MANILA, writeDayAndTime, writeTime } from '../review/times.ts';
import type { Seen } from '../review/use-seen.ts';
import { ApprovalNote } from './approval-note.tsx';
import { ChangesAsked } from './changes-asked.tsx';
import { ConfirmedAction, ConfirmForm } from './confirmed-action.tsx';
import { lacksApproval } from './overview.ts';
import { useReleaseName } from './release-names.ts';
import type { ReleasePair } from './release-review.tsx';
import type { ReleasesApi } from './releases-api.ts';
import { sayShare } from './say-share.ts';

/** What a reviewer decides about a waiting release, and how it is published. */
export function Decision({ api, pair: { newer }, seen, account, onDone }: DecisionProps) {
  const { approvals, asked } = newer;
  const isOwn = newer.actor === account.name;
  const lacks = lacksApproval(newer);
  const nameOf = useReleaseName();
  return (
    <section aria-label="Decision">
      <h2>Decision</h2>
      <p>
        {newer.reason} ({newer.actor}, {writeTime(newer.at)})
      </p>
      {approvals.map((approval) => (
        <p key={approval.actor}>
          Approved by {approval.actor}, {writeTime(approval.at)}: {approval.reason}{' '}
          <ApprovalNote approval={approval} />
        </p>
      ))}
      <ChangesAsked
        asked={asked}
        name={account.name}
        draft={newer.draft}
        onWithdraw={async (id) => {
          await api.withdrawChangeRequest(id);
          await onDone(`You withdrew the changes that you asked for in ${nameOf(newer.hash)}.`);
        }}
      />
      {lacks && isOwn ? <p className="st-soft">You made it, so another person must approve it.</p> : null}
      <div className="st-decisions">
        {isOwn ? null : (
          <div className="st-approve">
            {seen.isAll ? (
              <Approving {...{ api, newer, seen, onDone }} />
            ) : (
              <p>You can approve after you have looked at all pictures that differ.</p>
            )}
          </div>
        )}
        {isOwn || asked.some(({ actor }) => actor === account.name) ? null : (
          <AskForChanges {...{ api, hash: newer.hash, onDone }} />
        )}
        {lacks || asked.length > 0 ? null : <Publishing {...{ api, newer, onDone }} />}
        {/* Last, because its height changes while pictures are compared, and no button may move under the pointer. */}
        {isOwn || seen.isAll ? null : <NotSeenYet seen={seen} />}
      </div>
    </section>
  );
}

interface PublishingProps {
  readonly api: ReleasesApi;
  readonly newer: ReleasePair['newer'];
  /** @param words - What was done. */
  onDone(words: string): Promise<void>;
}

interface DecisionProps extends Omit<PublishingProps, 'newer'> {
  readonly pair: ReleasePair;
  readonly seen: Seen;
  readonly account: { readonly name: string };
}

/** Approves a release after its pictures were looked at. */
function Approving({ api, newer: { hash }, seen, onDone }: PublishingProps & Pick<DecisionProps, 'seen'>) {
  const nameOf = useReleaseName();
  return (
    <ConfirmedAction
      label="Approve"
      subject={hash}
      question={`${sayAllSeen(seen)} You approve ${nameOf(hash)}.`}
      confirm="Approve exactly this"
      run={async (reason) => {
        await api.approve(hash, reason, { seen: seen.seen, notCompared: seen.waiting });
        await onDone(`You approved ${nameOf(hash)}. The publishers see it on Home.`);
      }}
    />
  );
}

interface AskForChangesProps extends Omit<PublishingProps, 'newer'> {
  readonly hash: string;
}

function AskForChanges({ api, hash, onDone }: AskForChangesProps) {
  const nameOf = useReleaseName();
  const form = useStaffForm({
    schema: REPLY,
    first: { text: '' },
    unsent: unsentOf('Ask for changes', hash),
    async send({ text }) {
      await api.askForChanges(hash, text);
      await onDone(`You asked for changes in ${nameOf(hash)}. The author sees it on Home.`);
    },
  });
  return (
    <ConfirmForm
      label="Ask for changes"
      question="The author sees your comment on Home. Nobody can publish this release until you withdraw it."
      confirm="Send the comment"
      form={form}
      reason={form.field('text')}
      reasonLabel="What should change"
    />
  );
}

/** The ways to publish: now, at a time, to a share. */
function Publishing({ api, newer, onDone }: PublishingProps) {
  const { hash } = newer;
  const nameOf = useReleaseName();
  return (
    <>
      <ConfirmedAction
        label="Publish now"
        subject={hash}
        question={`Everybody gets ${nameOf(hash)} with the next screen that they open.`}
        confirm={`Give everybody ${nameOf(hash)}`}
        reason={newer.reason}
        run={async (reason) => {
          await api.publish(hash, reason);
          await onDone(
            `You published ${nameOf(hash)}. Everybody gets it with the next screen that they open.`,
          );
        }}
      />
      <AtATime {...{ api, newer, onDone }} />
      <ToAShare {...{ api, newer, onDone }} />
    </>
  );
}

function sayAllSeen({ differing, waiting }: Seen): string {
  const all = differing === 1 ? 'the picture that differs' : `all ${differing} pictures that differ`;
  const looked = differing === 0 ? 'No picture differs.' : `You have looked at ${all}.`;
  return waiting === 0 ? looked : `${looked} ${waiting} states were not compared.`;
}

/** How much was looked at, and what counts. */
function NotSeenYet({ seen: { waiting, isStopped, seen, differing } }: { readonly seen: Seen }) {
  return (
    <p role="status">
      You have looked at {seen} of {differing}. A picture counts when what differs in it was on your screen.
      {waiting === 0
        ? ''
        : ` ${waiting} states are not compared${isStopped ? '.' : ' yet: wait, or stop the comparison.'}`}
    </p>
  );
}

const AT_A_TIME = v.variant('isGradual', [
  v.object({ isGradual: v.literal(false), due: TIME_IN_MANILA, reason: REASON }),
  v.object({ isGradual: v.literal(true), due: TIME_IN_MANILA, gradual: GRADUAL, reason: REASON }),
]);

function AtATime({ api, newer: { hash, reason }, onDone }: PublishingProps) {
  const nameOf = useReleaseName();
  const form = useStaffForm({
    schema: AT_A_TIME,
    first: { isGradual: false, due: '', gradual: STANDARD, reason },
    unsent: unsentOf('At a time', hash),
    async send(body) {
      const { due, gradual } = await api.schedule(
        hash,
        body.due,
        body.reason,
        body.isGradual ? body.gradual : undefined,
      );
      await onDone(`You planned ${nameOf(hash)}: it goes ${sayShare(gradual)} ${writeDayAndTime(due)}.`);
    },
  });
  const { control } = form;
  const isGradual = useWatch({ control, name: 'isGradual' });
  const gradual = useWatch({ control, name: 'gradual' });
  const audience = useFieldArray({ control, name: 'gradual.audience' });
  const who = isGradual ? 'Some borrowers get' : 'Everybody gets';
  return (
    <ConfirmForm
      label="At a time"
      question={`${who} ${nameOf(hash)} from then on, with the next screen that they open.`}
      confirm="Put it on the calendar"
      form={form}
      reason={form.field('reason')}
    >
      <Field label="Date and time in Manila" of={form.field('due')}>
        {(own) => <input type="datetime-local" required {...own} />}
      </Field>
      <Field isTick label="To a share first" of={form.field('isGradual')}>
        {(own) => <input type="checkbox" {...own} />}
      </Field>
      {isGradual ? <GradualFields {...{ api, gradual, audience }} field={form.field} /> : null}
    </ConfirmForm>
  );
}

const TO_A_SHARE = v.object({ gradual: GRADUAL, reason: REASON });

function ToAShare({ api, newer: { hash, reason }, onDone }: PublishingProps) {
  const nameOf = useReleaseName();
  const form = useStaffForm({
    schema: TO_A_SHARE,
    first: { gradual: STANDARD, reason },
    unsent: unsentOf('To a share first', hash),
    async send(body) {
      const { basisPoints } = await api.startRollout({ release: hash, reason: body.reason, ...body.gradual });
      await onDone(`You started the rollout of ${nameOf(hash)} with ${basisPoints / 100} % of borrowers.`);
    },
  });
  const { control } = form;
  return (
    <ConfirmForm
      label="To a share now"
      question={`Some borrowers get ${nameOf(hash)}, the same ones each time, and more of them later.`}
      confirm="Start the rollout"
      form={form}
      reason={form.field('reason')}
    >
      <GradualFields
        {...{ api }}
        field={form.field}
        gradual={useWatch({ control, name: 'gradual' })}
        audience={useFieldArray({ control, name: 'gradual.audience' })}
      />
    </ConfirmForm>
  );
}
