import * as v from 'valibot';
import { isSpan } from '#src/shared/operation-bodies.ts';
import { REASON } from '#src/shared/operation-schemas.ts';
import { isWithin } from '#src/shared/weekly.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { unsentOf } from '../forms/unsent.ts';
import { describeStrategy } from '../review/gradual.tsx';
import { TIME_IN_MANILA, toManila, writeDayAndTime } from '../review/times.ts';
import { ConfirmedAction, ConfirmForm } from './confirmed-action.tsx';
import type { Overview } from './overview.ts';
import { useReleaseName } from './release-names.ts';
import type { Freeze, Schedule } from './releases-api.ts';
import { sayShare } from './say-share.ts';

/** Scheduled releases and freezes by date; weekly freezes are first. */
export function Calendar({
  overview: { schedules, freezes },
  onMove,
  onCancel,
  onLift,
  onFreeze,
}: {
  readonly overview: Overview;
  /** @param due - Milliseconds since the epoch. */
  onMove(id: string, due: number, reason: string): Promise<void>;
  onCancel(schedule: Schedule, reason: string): Promise<void>;
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
          onMove={(due, why) => onMove(schedule.id, due, why)}
          onCancel={(why) => onCancel(schedule, why)}
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
  onMove(due: number, reason: string): Promise<void>;
  onCancel(reason: string): Promise<void>;
}

function ScheduleLine({ schedule, isFrozen, onMove, onCancel }: ScheduleLineProps) {
  const { release, due, gradual, actor, reason } = schedule;
  const nameOf = useReleaseName();
  return (
    <li>
      <strong>
        {nameOf(release)} goes {sayShare(gradual)} {writeDayAndTime(due)}
      </strong>
      {gradual === undefined ? null : <span>Then {describeStrategy(gradual.strategy)}.</span>}
      {isFrozen ? <strong>Publishing is closed at that time.</strong> : null}
      <span className="st-soft">{actor}</span>
      <span>{reason}</span>
      <Move id={schedule.id} due={due} onMove={onMove} />
      <ConfirmedAction
        label="Cancel the plan"
        subject={schedule.id}
        question="What is live stays live."
        confirm="Take it off the calendar"
        run={onCancel}
      />
    </li>
  );
}

const MOVED = v.object({ due: TIME_IN_MANILA, reason: REASON });

function Move({ id, due, onMove }: Pick<Schedule, 'id' | 'due'> & Pick<ScheduleLineProps, 'onMove'>) {
  const form = useStaffForm({
    schema: MOVED,
    first: { due: toManila(due), reason: '' },
    unsent: unsentOf('Move the plan', id),
    send: (body) => onMove(body.due, body.reason),
  });
  return (
    <ConfirmForm
      label="Move the plan"
      question="It goes live at the other time, in your name."
      confirm="Move it"
      form={form}
      reason={form.field('reason')}
    >
      <Field label="Date and time in Manila" of={form.field('due')}>
        {(control) => <input type="datetime-local" required {...control} />}
      </Field>
    </ConfirmForm>
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
      <ConfirmedAction
        label="Lift the freeze"
        subject={freeze.id}
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
    unsent: unsentOf('Freeze'),
    send: ({ reason, ...time }) => onFreeze(time, reason),
  });
  return (
    <ConfirmForm
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
    </ConfirmForm>
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
