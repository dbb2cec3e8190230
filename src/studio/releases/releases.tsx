import { ApprovalNote } from './approval-note.tsx';
import { useCallback, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isSpan } from '#src/shared/operation-bodies.ts';
import { REASON } from '#src/shared/operation-schemas.ts';
import { isWithin } from '#src/shared/weekly.ts';
import type { Fixtures } from '../load.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { GRADUAL, GradualFields, STANDARD } from '../review/gradual.tsx';
import type { Seen } from '../review/use-seen.ts';
import { TIME_IN_MANILA, writeDayAndTime, writeTime } from '../review/times.ts';
import { useWhileShown } from '../routes/use-while-shown.ts';
import { Board } from './board.tsx';
import { Deed, DeedForm } from './deed.tsx';
import { History } from './history.tsx';
import { lacksApproval, type Overview, readOverview, shorten, textOf } from './overview.ts';
import { type ReleasePair, ReleaseReview } from './release-review.tsx';
import type { Freeze, ReleasesApi, Schedule } from './releases-api.ts';
import { Restore, type RestoreProps } from './restore.tsx';
import { useAsked } from './use-asked.ts';
import './releases.css';

export interface ReleasesProps {
  readonly api: ReleasesApi;
  readonly fixtures: Fixtures;
  readonly account: { readonly name: string };
  /** The open release; undefined shows the overview. */
  readonly looked: Looked | undefined;
  onLook(looked: Looked | undefined): void;
  onRestore: RestoreProps['onRestore'];
}

export interface Looked {
  readonly release: string;
  /** The release to compare `release` with. Undefined: the live release, or its predecessor if `release` is live. */
  readonly against?: string | undefined;
}

/** The releases view: the live release, waiting and scheduled ones, the rollout, and the history. */
export function Releases({ api, fixtures, account, looked, onLook, onRestore }: ReleasesProps) {
  const { value: overview, again } = useAsked(useCallback(() => readOverview(api), [api]));
  /** Reloads the overview after an action. */
  const after = async (done: Promise<void>): Promise<void> => {
    await done;
    await again();
  };
  if (overview === undefined) return <p role="status">Reading the releases…</p>;
  if (looked !== undefined) {
    return (
      <OneRelease
        key={`${looked.release} ${looked.against}`}
        {...{ api, fixtures, account, overview, looked, onRestore }}
        onBack={() => onLook(undefined)}
        again={again}
      />
    );
  }
  const { rollout } = overview;
  return (
    <main className="st-releases" aria-label="Releases">
      <h1>Releases</h1>
      <Live overview={overview} onRollBack={(reason) => after(api.rollBack(reason))} />
      {rollout === undefined ? null : (
        <Board
          api={api}
          rollout={rollout}
          onChange={(verb, reason) => after(api.changeRollout(rollout.id, verb, reason))}
        />
      )}
      <Waiting overview={overview} onLook={(release) => onLook({ release })} />
      <Planned
        overview={overview}
        onCancel={(id, reason) => after(api.cancelSchedule(id, reason))}
        onLift={(id, reason) => after(api.liftFreeze(id, reason))}
        onFreeze={(time, reason) => after(api.addFreeze(time, reason))}
      />
      <History records={overview.history} onCompare={(against, release) => onLook({ release, against })} />
    </main>
  );
}

interface OneReleaseProps extends Pick<ReleasesProps, 'api' | 'fixtures' | 'account' | 'onRestore'> {
  readonly overview: Overview;
  readonly looked: Looked;
  onBack(): void;
  again(): Promise<void>;
}

/** The changes of one release, and the actions for it. */
function OneRelease({ api, fixtures, account, overview, looked, onRestore, onBack, again }: OneReleaseProps) {
  const whileShown = useWhileShown();
  const onDone = async (): Promise<void> => {
    whileShown(onBack);
    await again();
  };
  // Only the first overview counts: the live release may change while the person types the reason for approval.
  const [{ older, isWaiting }] = useState(() => compare(overview, looked));
  const back = (
    <button type="button" onClick={onBack}>
      Back to the releases
    </button>
  );
  if (older === undefined) {
    return (
      <main className="st-releases" aria-label="Releases">
        <p>There is no release before {shorten(looked.release)} to compare it with.</p>
        {back}
      </main>
    );
  }
  return (
    <ReleaseReview {...{ api, fixtures, older, isWaiting, back }} newer={looked.release}>
      {(pair, { seen }) => (
        <>
          {back}
          {isWaiting ? (
            <Approve {...{ api, pair, seen, account, onDone }} />
          ) : (
            <Restore pair={pair} onRestore={onRestore} />
          )}
        </>
      )}
    </ReleaseReview>
  );
}

/** `isWaiting`: the release waits to be approved or published. */
function compare({ live, waiting, history }: Overview, { release, against }: Looked) {
  const came = history.find(({ action, subject }) => action === 'release.publish' && subject === release);
  const before = release === live?.hash ? textOf(came, 'from') : live?.hash;
  const isWaiting = against === undefined && waiting.some(({ hash }) => hash === release);
  return { older: against ?? before, isWaiting };
}

function Live({
  overview: { live, previous, rollout },
  onRollBack,
}: {
  readonly overview: Overview;
  onRollBack(reason: string): Promise<void>;
}) {
  if (live === undefined) {
    return (
      <section className="st-card" aria-label="Live">
        <h2>Nothing is live</h2>
      </section>
    );
  }
  return (
    <section className="st-card" aria-label="Live">
      <h2>Live: release {shorten(live.hash)}</h2>
      <p className="st-soft">
        {live.reason} ({live.actor}, {writeTime(live.at)})
      </p>
      {previous === undefined || rollout !== undefined ? null : (
        <Deed
          label="Roll back"
          question={`Release ${shorten(previous)} becomes live again, with the next screen that borrowers open.`}
          confirm={`Give everybody ${shorten(previous)}`}
          reason="Rolled back in the studio."
          run={onRollBack}
        />
      )}
    </section>
  );
}

function Waiting({
  overview: { waiting },
  onLook,
}: {
  readonly overview: Overview;
  onLook(release: string): void;
}) {
  return (
    <section className="st-card" aria-label="Waiting">
      <h2>Waiting</h2>
      {waiting.length === 0 ? <p className="st-soft">Nothing waits.</p> : null}
      <ul className="st-history">
        {waiting.map((release) => (
          <li key={release.hash}>
            <strong>
              Release {shorten(release.hash)}{' '}
              {lacksApproval(release) ? 'waits for approval' : 'can be published'}
            </strong>
            <span className="st-soft">
              {release.actor}, {writeTime(release.at)}
            </span>
            <span>{release.reason}</span>
            <button type="button" onClick={() => onLook(release.hash)}>
              Review
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scheduled releases and freezes by date; weekly freezes are first. */
function Planned({
  overview: { schedules, freezes },
  onCancel,
  onLift,
  onFreeze,
}: {
  readonly overview: Overview;
  onCancel(id: string, reason: string): Promise<void>;
  onLift(id: string, reason: string): Promise<void>;
  onFreeze: FreezeProps['onFreeze'];
}) {
  const lines = [
    ...freezes.map((freeze) => ({
      at: 'weekly' in freeze ? -Infinity : freeze.from,
      line: <FreezeLine key={freeze.id} freeze={freeze} onLift={(why) => onLift(freeze.id, why)} />,
    })),
    ...schedules.map((schedule) => ({
      at: schedule.due,
      line: (
        <ScheduleLine
          key={schedule.id}
          schedule={schedule}
          isFrozen={freezes.some((freeze) => isFrozenAt(freeze, schedule.due))}
          onCancel={(why) => onCancel(schedule.id, why)}
        />
      ),
    })),
  ].sort((one, other) => one.at - other.at);
  return (
    <section className="st-card" aria-label="Calendar">
      <h2>Calendar</h2>
      {lines.length === 0 ? <p className="st-soft">Nothing is planned.</p> : null}
      <ul className="st-history">{lines.map(({ line }) => line)}</ul>
      <NewFreeze onFreeze={onFreeze} />
    </section>
  );
}

interface ScheduleLineProps {
  readonly schedule: Schedule;
  /** Whether publishing is closed when the release is due. */
  readonly isFrozen: boolean;
  onCancel(reason: string): Promise<void>;
}

function ScheduleLine({ schedule: { release, due, actor, reason }, isFrozen, onCancel }: ScheduleLineProps) {
  return (
    <li>
      <strong>
        Release {shorten(release)} goes live {writeDayAndTime(due)}
      </strong>
      {isFrozen ? <strong>Publishing is closed at that time.</strong> : null}
      <span className="st-soft">{actor}</span>
      <span>{reason}</span>
      <Deed
        label="Cancel the plan"
        question="What is live stays live."
        confirm="Take it off the calendar"
        run={onCancel}
      />
    </li>
  );
}

interface FreezeLineProps {
  readonly freeze: Freeze;
  onLift(reason: string): Promise<void>;
}

function FreezeLine({ freeze, onLift }: FreezeLineProps) {
  return (
    <li>
      <strong>Nothing goes live {describeFreeze(freeze)}</strong>
      <span className="st-soft">{freeze.actor}</span>
      <span>{freeze.reason}</span>
      <Deed
        label="Lift the freeze"
        question="Releases may go live again."
        confirm="Lift it now"
        run={onLift}
      />
    </li>
  );
}

interface FreezeProps {
  onFreeze(time: { readonly from: number; readonly to: number }, reason: string): Promise<void>;
}

const NEW_FREEZE = v.pipe(
  v.object({ from: TIME_IN_MANILA, to: TIME_IN_MANILA, reason: REASON }),
  v.forward(v.partialCheck([['from'], ['to']], isSpan, 'must be later than the beginning.'), ['to']),
);

function NewFreeze({ onFreeze }: FreezeProps) {
  const form = useStaffForm({
    schema: NEW_FREEZE,
    first: { from: '', to: '', reason: '' },
    send: ({ reason, ...time }) => onFreeze(time, reason),
  });
  return (
    <DeedForm
      label="Freeze"
      question="Nobody can publish between these times. A rollback is always possible."
      confirm="Let nothing go live then"
      form={form}
      reason={form.field('reason')}
    >
      <Field label="From, in Manila" of={form.field('from')}>
        {(control) => <input type="datetime-local" required {...control} />}
      </Field>
      <Field label="To, in Manila" of={form.field('to')}>
        {(control) => <input type="datetime-local" required {...control} />}
      </Field>
    </DeedForm>
  );
}

function describeFreeze(freeze: Freeze): string {
  if ('weekly' in freeze) {
    const { from, to, zone } = freeze.weekly;
    return `every week from ${from} to ${to} in ${zone}`;
  }
  return `from ${writeDayAndTime(freeze.from)} to ${writeDayAndTime(freeze.to)}`;
}

/** @param at - Milliseconds since the epoch. */
function isFrozenAt(freeze: Freeze, at: number): boolean {
  return 'weekly' in freeze ? isWithin(freeze.weekly, at) : freeze.from <= at && at < freeze.to;
}

function Approve({
  api,
  pair: { newer },
  seen,
  account,
  onDone,
}: {
  readonly api: ReleasesApi;
  readonly pair: ReleasePair;
  readonly seen: Seen;
  readonly account: { readonly name: string };
  onDone(): Promise<void>;
}) {
  const { hash, approvals } = newer;
  const isOwn = newer.actor === account.name;
  const lacks = lacksApproval(newer);
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
      {lacks && isOwn ? <p className="st-soft">You made it, so another person must approve it.</p> : null}
      <div className="st-deeds">
        {isOwn ? null : seen.isAll ? (
          <Deed
            label="Approve"
            question={`${sayAllSeen(seen)} You approve release ${shorten(hash)}.`}
            confirm="Approve exactly this"
            run={async (reason) => {
              await api.approve(hash, reason);
              await onDone();
            }}
          />
        ) : (
          <NotSeenYet seen={seen} />
        )}
        {lacks ? null : (
          <>
            <Deed
              label="Publish now"
              question={`Everybody gets release ${shorten(hash)} with the next screen that they open.`}
              confirm={`Give everybody ${shorten(hash)}`}
              reason={newer.reason}
              run={async (reason) => {
                await api.publish(hash, reason);
                await onDone();
              }}
            />
            <AtATime {...{ api, newer, onDone }} />
            <ToAShare {...{ api, newer, onDone }} />
          </>
        )}
      </div>
    </section>
  );
}

function sayAllSeen({ differing, waiting }: Seen): string {
  const all = differing === 1 ? 'the picture that differs' : `all ${differing} pictures that differ`;
  const looked = differing === 0 ? 'No picture differs.' : `You have looked at ${all}.`;
  return waiting === 0 ? looked : `${looked} ${waiting} states were not compared.`;
}

/** What must be looked at before an approval. */
function NotSeenYet({ seen: { waiting, isStopped, seen, differing } }: { readonly seen: Seen }) {
  return (
    <div role="status">
      <p>You can approve after you have looked at all pictures that differ.</p>
      <p>
        You have looked at {seen} of {differing}.
        {waiting === 0
          ? ''
          : ` ${waiting} states are not compared${isStopped ? '.' : ' yet: wait, or stop the comparison.'}`}
      </p>
    </div>
  );
}

interface PublishingProps {
  readonly api: ReleasesApi;
  readonly newer: ReleasePair['newer'];
  onDone(): Promise<void>;
}

const AT_A_TIME = v.object({ due: TIME_IN_MANILA, reason: REASON });

function AtATime({ api, newer: { hash, reason }, onDone }: PublishingProps) {
  const form = useStaffForm({
    schema: AT_A_TIME,
    first: { due: '', reason },
    async send(body) {
      await api.schedule(hash, body.due, body.reason);
      await onDone();
    },
  });
  return (
    <DeedForm
      label="At a time"
      question={`Everybody gets release ${shorten(hash)} from then on, with the next screen that they open.`}
      confirm="Put it on the calendar"
      form={form}
      reason={form.field('reason')}
    >
      <Field label="Date and time in Manila" of={form.field('due')}>
        {(control) => <input type="datetime-local" required {...control} />}
      </Field>
    </DeedForm>
  );
}

const TO_A_SHARE = v.object({ gradual: GRADUAL, reason: REASON });

function ToAShare({ api, newer: { hash, reason }, onDone }: PublishingProps) {
  const form = useStaffForm({
    schema: TO_A_SHARE,
    first: { gradual: STANDARD, reason },
    async send(body) {
      await api.startRollout({ release: hash, reason: body.reason, ...body.gradual });
      await onDone();
    },
  });
  const { control } = form;
  return (
    <DeedForm
      label="To a share first"
      question={`Some borrowers get release ${shorten(hash)}, the same ones each time, and more of them later.`}
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
    </DeedForm>
  );
}
