import { useState } from 'react';
import * as v from 'valibot';
import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import { LEGAL_ACKNOWLEDGEMENTS } from '../answers.ts';
import { writeDayAndTime, writeTime } from '../review/times.ts';
import { MeantWarnings } from '../review/warnings.tsx';
import { textOf } from './overview.ts';
import { useReleaseName } from './release-names.ts';
import type { AuditRecord } from './releases-api.ts';

export interface HistoryProps {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** Shows the changes from the first release to the second. */
  onCompare(older: string, newer: string): void;
}

/** The history of releases: what went live, was approved or planned, with author, time and reason. Any two of them can be compared. */
export function History({ records, onCompare }: HistoryProps) {
  const nameOf = useReleaseName();
  const arrivals = records.filter(({ action }) => ARRIVALS.has(action));
  const releases = [...new Map(arrivals.map((one) => [one.subject, one])).values()];
  const [older, setOlder] = useState('');
  const [newer, setNewer] = useState('');
  const choice = (label: string, value: string, onChange: (release: string) => void) => (
    <label className="st-choice">
      <span>{label}</span>
      <select required value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">…</option>
        {releases.map((one) => (
          <option key={one.subject} value={one.subject}>
            {nameOf(one.subject)}, {writeTime(one.at)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="st-card" aria-label="History">
      <h2>History</h2>
      <form
        className="st-tools"
        aria-label="Compare two releases"
        onSubmit={(event) => {
          event.preventDefault();
          onCompare(older, newer);
        }}
      >
        {choice('Before', older, setOlder)}
        {choice('After', newer, setNewer)}
        <button type="submit" disabled={older === newer}>
          Compare
        </button>
      </form>
      <ol className="st-history">
        {records.map((record) => {
          const [from, to] = [textOf(record, 'from'), textOf(record, 'to')];
          return (
            <li key={record.turn}>
              <strong>{describeRecord(record, nameOf)}</strong>
              <span className="st-soft">
                {record.actor}, {writeTime(record.at)}
              </span>
              <Reason of={record} name={nameOf(record.subject)} />
              <MeantWarnings meant={meantOf(record)} />
              {ARRIVALS.has(record.action) && from !== undefined && to !== undefined ? (
                <button type="button" onClick={() => onCompare(from, to)}>
                  What changed
                </button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Acknowledged legal warnings of a release, with their reasons. */
function meantOf({ details }: AuditRecord): readonly LegalAcknowledgement[] {
  const read = v.safeParse(LEGAL_ACKNOWLEDGEMENTS, details['meant']);
  return read.success ? read.output : [];
}

/** Actions that made a release live. */
const ARRIVALS = new Set(['release.publish', 'release.rollback']);

/** The reason of a record, unless the release has it as its name. */
function Reason({ of, name }: { readonly of: AuditRecord; readonly name: string }) {
  const reason = textOf(of, 'reason');
  return reason === undefined || name.startsWith(`“${reason}”`) ? null : <span>{reason}</span>;
}

function describeRecord(record: AuditRecord, nameOf: (hash: string) => string): string {
  const { action, subject, details } = record;
  const release = nameOf(textOf(record, 'release') ?? subject);
  const share = (name: string) => `${Number(details[name]) / 100} %`;
  switch (action) {
    case 'release.publish':
      return `${release} went live`;
    case 'release.rollback':
      return `Back to ${release}`;
    case 'release.approve':
      return `${release} was approved`;
    case 'release.ask-changes':
      return `Changes were asked for in ${release}`;
    case 'release.withdraw-changes':
      return `The changes asked for in ${release} were withdrawn`;
    case 'release.schedule':
      return `${release} was planned for ${writeDayAndTime(Number(details['due']))}`;
    case 'release.unschedule':
      return `The plan of ${release} was cancelled`;
    case 'release.reschedule':
      return `The plan of ${release} was moved to ${writeDayAndTime(Number(details['due']))}`;
    case 'release.schedule-refused':
      return `${release} did not go live at its time`;
    case 'rollout.start':
      return `Rollout of ${release} began with ${share('basisPoints')}`;
    case 'rollout.advance':
      return `Rollout of ${release} went on to ${share('to')}`;
    case 'rollout.pause':
      return 'Rollout paused';
    case 'rollout.resume':
      return 'Rollout resumed';
    default:
      return `Rollout of ${release} was taken back`;
  }
}
