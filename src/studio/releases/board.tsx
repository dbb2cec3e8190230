import type { Counts } from '#src/shared/registry/rollout.ts';
import { describeStrategy } from '../review/gradual.tsx';
import { Reach, type ReachProps } from '../review/reach.tsx';
import { writeTime } from '../review/times.ts';
import { wordsOf } from '../properties/describe.ts';
import { ConfirmedAction } from './confirmed-action.tsx';
import { useReleaseName } from './release-names.ts';
import type { RolloutBoard, RolloutVerb } from './releases-api.ts';

const ROWS: readonly (readonly [kind: keyof Counts, title: string])[] = [
  ['served', 'Pages served'],
  ['load', 'Pages that started'],
  ['view', 'Screens opened'],
  ['render', 'Screens that could not be drawn'],
  ['unsupported', 'Screens with something unknown'],
  ['script', 'Screens with a failed script'],
  ['reply', 'Screens with a reply of another shape'],
  ['request', 'Screens with a failed call'],
  ['slow', 'Screens with slow content'],
  ['tap', 'Taps of the primary button'],
];

/** Reports shown as a share of the opened screens. */
const SHARES = new Set<keyof Counts>(['render', 'unsupported', 'script', 'reply', 'request', 'slow', 'tap']);

export interface BoardProps {
  readonly api: ReachProps['api'];
  readonly rollout: RolloutBoard;
  onChange(verb: RolloutVerb, reason: string): Promise<void>;
}

/** The current rollout: its stage, the reports of both releases, and its actions. */
export function Board({ api, rollout, onChange }: BoardProps) {
  const { release, base, state, stage, basisPoints, strategy, audience, since, reason, actor } = rollout;
  const { counts, contentMs, verdict } = rollout;
  const nameOf = useReleaseName();
  const next = strategy.stages[stage + 1];
  const share = `${basisPoints / 100} %`;
  const after = next === undefined ? 'everybody' : `${next.basisPoints / 100} %`;
  return (
    <section className="st-card" aria-label="Rollout">
      <h2>
        Rollout of {nameOf(release)}: {share}
        {state === 'paused' ? ', paused' : ''}
      </h2>
      <p className="st-soft">
        {reason} ({actor}). Stage {stage + 1} of {strategy.stages.length}, since {writeTime(since)}:{' '}
        {describeStrategy(strategy)}.
      </p>
      {audience.length === 0 ? null : (
        <p className="st-soft">
          Among: {audience.map((one) => `${wordsOf(one.attribute)} ${describeValues(one)}`).join(', ')}.
        </p>
      )}
      <Reach {...{ api, basisPoints, audience }} />
      <p role="status">{describeVerdict(verdict, after)}</p>
      <table className="st-counts">
        <caption>What pages reported in this stage</caption>
        <thead>
          <tr>
            <th scope="col">Reported</th>
            <th scope="col">New release</th>
            <th scope="col">Control group</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([kind, title]) => (
            <tr key={kind}>
              <th scope="row">{title}</th>
              <td>{writeCount(kind, counts.candidate)}</td>
              <td>{writeCount(kind, counts.control)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Time to content</th>
            <td>{writeMs(contentMs.candidate)}</td>
            <td>{writeMs(contentMs.control)}</td>
          </tr>
        </tbody>
      </table>
      <div className="st-decisions">
        {state === 'paused' ? (
          <ConfirmedAction
            label="Resume"
            subject={rollout.id}
            question={`The stage of ${share} starts again.`}
            confirm="Resume the rollout"
            reason="Resumed in the studio."
            run={(why) => onChange('resume', why)}
          />
        ) : (
          <>
            <ConfirmedAction
              label="Advance"
              subject={rollout.id}
              question={`${nameOf(release)} goes to ${after} now, without waiting for the end of the stage.`}
              confirm={`Give it to ${after}`}
              run={(why) => onChange('advance', why)}
            />
            <ConfirmedAction
              label="Pause"
              subject={rollout.id}
              question="Borrowers who have the release keep it; no others get it."
              confirm="Pause the rollout"
              reason="Paused in the studio."
              run={(why) => onChange('pause', why)}
            />
          </>
        )}
        <ConfirmedAction
          label="Roll back"
          subject={rollout.id}
          question={`Everybody gets ${nameOf(base)} again, with the next screen that they open.`}
          confirm={`Give everybody ${nameOf(base)}`}
          run={(why) => onChange('return', why)}
        />
      </div>
    </section>
  );
}

function describeVerdict(verdict: RolloutBoard['verdict'], after: string): string {
  if (verdict === undefined) return 'It is over.';
  if (verdict.do === 'advance') return `No problems: the release goes to ${after} within seconds.`;
  return verdict.do === 'return' ? `The release is taken back: ${verdict.because}` : verdict.because;
}

function describeValues(condition: RolloutBoard['audience'][number]): string {
  if ('oneOf' in condition) return condition.oneOf.join(' or ');
  if ('noneOf' in condition) return `not ${condition.noneOf.join(' nor ')}`;
  return 'atLeast' in condition ? `at least ${condition.atLeast}` : `below ${condition.below}`;
}

function writeCount(kind: keyof Counts, counts: Counts): string {
  const count = counts[kind] ?? 0;
  const views = counts.view ?? 0;
  if (!SHARES.has(kind) || views === 0) return String(count);
  return `${count} (${((count / views) * 100).toFixed(2)} %)`;
}

function writeMs(ms: number | undefined): string {
  return ms === undefined ? '–' : `${(ms / 1000).toFixed(2)} s`;
}
