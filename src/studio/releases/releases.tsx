import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Fixtures } from '../load.ts';
import { Failed } from '../queries/failed.tsx';
import { KEYS, POLL_MS, refreshReleases } from '../queries/keys.ts';
import { writeTime } from '../review/times.ts';
import { useWhileShown } from '../routes/use-while-shown.ts';
import { Board } from './board.tsx';
import { Calendar } from './calendar.tsx';
import { Decision } from './decision.tsx';
import { ConfirmedAction } from './confirmed-action.tsx';
import { History } from './history.tsx';
import { lacksApproval, type Overview, readOverview, textOf } from './overview.ts';
import { nameIn, ReleaseNames, shortHash, useReleaseName } from './release-names.ts';
import { ReleaseReview } from './release-review.tsx';
import type { ReleasesApi, RolloutBoard, RolloutVerb, WholeRelease } from './releases-api.ts';
import { Restore, type RestoreProps } from './restore.tsx';
import { DoneMessage, type Done } from './done-message.tsx';
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
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEYS.overview,
    queryFn: () => readOverview(api),
    refetchInterval: ({ state }) => state.data !== undefined && POLL_MS,
  });
  const { data: overview } = query;
  const refresh = () => refreshReleases(client);
  const [said, setSaid] = useState<Done>();
  const open = (release: Looked): void => {
    setSaid(undefined);
    onLook(release);
  };
  /** Reloads the overview after an action. */
  const after = async (done: Promise<void>, words?: string): Promise<void> => {
    await done;
    await refresh();
    if (words !== undefined) setSaid({ words });
  };
  if (query.isLoadingError) {
    return (
      <main className="st-releases" aria-label="Releases">
        <h1>Releases</h1>
        <Failed what="The releases could not be read." query={query} />
      </main>
    );
  }
  if (overview === undefined) return <p role="status">Reading the releases…</p>;
  if (looked !== undefined) {
    return (
      <ReleaseNames value={overview.names}>
        <OneRelease
          key={`${looked.release} ${looked.against}`}
          {...{ api, fixtures, account, overview, looked, onRestore }}
          onBack={() => onLook(undefined)}
          onSaid={(words) => setSaid({ words })}
          refresh={refresh}
        />
      </ReleaseNames>
    );
  }
  const { rollout, names } = overview;
  return (
    <ReleaseNames value={overview.names}>
      <main className="st-releases" aria-label="Releases">
        <h1>Releases</h1>
        <DoneMessage said={said} />
        <Live
          overview={overview}
          onRollBack={(reason, step) =>
            after(
              api.rollBack(reason, step),
              `You rolled back: everybody gets ${nameIn(names, step.to)} again.`,
            )
          }
        />
        {rollout === undefined ? null : (
          <Board
            api={api}
            rollout={rollout}
            onChange={(verb, reason) =>
              after(api.changeRollout(rollout.id, verb, reason), sayChanged(verb, rollout, names))
            }
          />
        )}
        <Waiting overview={overview} onLook={(release) => open({ release })} />
        <Calendar
          overview={overview}
          onMove={(id, due, reason) => after(api.moveSchedule(id, due, reason))}
          onCancel={({ id, release }, reason) =>
            after(api.cancelSchedule(id, reason), `You cancelled the plan of ${nameIn(names, release)}.`)
          }
          onLift={(id, reason) => after(api.liftFreeze(id, reason))}
          onFreeze={(time, reason) => after(api.addFreeze(time, reason))}
        />
        <History records={overview.history} onCompare={(against, release) => open({ release, against })} />
      </main>
    </ReleaseNames>
  );
}

/** What a change of the rollout that ends it did; the board itself shows any other change. */
function sayChanged(
  verb: RolloutVerb,
  { release, base, stage, strategy }: RolloutBoard,
  names: Overview['names'],
): string | undefined {
  if (verb === 'return') return `You rolled back: everybody gets ${nameIn(names, base)} again.`;
  const isLast = stage + 1 === strategy.stages.length;
  return verb === 'advance' && isLast ? `You gave everybody ${nameIn(names, release)}.` : undefined;
}

interface OneReleaseProps extends Pick<ReleasesProps, 'api' | 'fixtures' | 'account' | 'onRestore'> {
  readonly overview: Overview;
  readonly looked: Looked;
  onBack(): void;
  /** Shown on the page of all releases. */
  onSaid(words: string): void;
  refresh(): Promise<void>;
}

/** The changes of one release, and the actions for it. */
function OneRelease({
  api,
  fixtures,
  account,
  overview,
  looked,
  onRestore,
  onBack,
  onSaid,
  refresh,
}: OneReleaseProps) {
  const whileShown = useWhileShown();
  const onDone = async (words: string): Promise<void> => {
    whileShown(() => {
      onSaid(words);
      onBack();
    });
    await refresh();
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
        <p>There is no release before this one to compare it with.</p>
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
            <Decision {...{ api, pair, seen, account, onDone }} />
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
  overview: { live, previous },
  onRollBack,
}: {
  readonly overview: Overview;
  /** @param step - The release to go back to, and the live one. */
  onRollBack(reason: string, step: { readonly to: string; readonly seen: string }): Promise<void>;
}) {
  const nameOf = useReleaseName();
  if (live === undefined) {
    return (
      <section className="st-card" aria-label="Live">
        <h2>Nothing is live</h2>
      </section>
    );
  }
  return (
    <section className="st-card" aria-label="Live">
      <h2>Live: {nameOf(live.hash)}</h2>
      <p className="st-soft" title={shortHash(live.hash)}>
        Made by {live.actor}, {writeTime(live.at)}
      </p>
      {previous === undefined ? null : (
        <ConfirmedAction
          label="Roll back"
          subject={live.hash}
          question={`Borrowers get ${nameOf(previous)} again, with the next screen that they open.`}
          confirm={`Give everybody ${nameOf(previous)}`}
          run={(reason) => onRollBack(reason, { to: previous, seen: live.hash })}
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
  const nameOf = useReleaseName();
  return (
    <section className="st-card" aria-label="Waiting">
      <h2>Waiting</h2>
      {waiting.length === 0 ? <p className="st-soft">Nothing waits.</p> : null}
      <ul className="st-history">
        {waiting.map((release) => (
          <li key={release.hash}>
            <strong>
              {nameOf(release.hash)} {sayStanding(release)}
            </strong>
            <span className="st-soft" title={shortHash(release.hash)}>
              Made by {release.actor}, {writeTime(release.at)}
            </span>
            {release.asked.map(({ id, actor, text }) => (
              <span key={id}>
                {actor} asks for changes: {text}
              </span>
            ))}
            <button type="button" onClick={() => onLook(release.hash)}>
              Review
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sayStanding(release: WholeRelease): string {
  if (release.asked.length > 0) return 'waits for changes';
  return lacksApproval(release) ? 'waits for approval' : 'can be published';
}
