import { decide, type Role } from '#src/review/roles.ts';
import type { Home, LiveRelease } from '#src/shared/registry/home.ts';
import { writeDayAndTime, writeTime } from '../review/times.ts';
import { sayShare } from '../releases/say-share.ts';
import { releaseAddress } from './home-addresses.ts';

export interface LiveProps extends Pick<Home, 'schedules'> {
  readonly live: Home['live'] | undefined;
  readonly rollout: Home['rollout'] | undefined;
  readonly role: Role;
}

/** What borrowers get now, and what they will get. */
export function Live({ live, rollout, schedules, role }: LiveProps) {
  return (
    <section className="ho-card" aria-label="Live">
      <h2>Live</h2>
      {live === undefined ? (
        <p className="st-soft">Nothing is live yet.</p>
      ) : (
        <>
          <h3>{live.releaseTitle || live.reason || 'The live release'}</h3>
          <p>
            {rollout === undefined
              ? 'All borrowers have it.'
              : 'All borrowers have it, except those who have the next one already.'}
          </p>
          <p className="st-soft">{sayArrival(live)}</p>
        </>
      )}
      {rollout === undefined ? null : (
        <>
          <h3>{rollout.releaseTitle || rollout.reason}</h3>
          <p>
            {rollout.basisPoints / 100} % of borrowers have it since {writeTime(rollout.since)}
            {rollout.state === 'paused' ? '; the rollout is paused' : ''}.
          </p>
          <p className="st-soft">{sayWho('Started', rollout)}</p>
        </>
      )}
      <h3>Planned</h3>
      {schedules.length === 0 ? <p className="st-soft">Nothing is planned.</p> : null}
      <ul className="ho-list">
        {schedules.map((planned) => (
          <li key={planned.id}>
            <p>
              {planned.releaseTitle || planned.reason}: goes {sayShare(planned.gradual)}{' '}
              {writeDayAndTime(planned.due)}.
            </p>
            <p className="st-soft">{sayWho('Planned', planned)}</p>
          </li>
        ))}
      </ul>
      <a className="st-tab" href={releaseAddress()}>
        {decide(role, 'take-back') === 'no' || live === undefined ? 'All releases' : 'Releases and roll back'}
      </a>
    </section>
  );
}

/** Since when a release is live, and who made it live. */
function sayArrival({ at, actor, reason, releaseTitle, isRolledBackTo }: LiveRelease): string {
  const since = `Since ${writeTime(at)}`;
  if (isRolledBackTo) return `${since}. The release after it was rolled back by ${actor}: ${reason}`;
  return actor === '' ? `${since}.` : `${since}, ${sayWho('published', { actor, reason, releaseTitle })}`;
}

/** Who did it, and why, if that is not what the release is called. */
function sayWho(
  did: string,
  { actor, reason, releaseTitle }: Pick<LiveRelease, 'actor' | 'reason' | 'releaseTitle'>,
): string {
  const isSaid = reason === '' || releaseTitle === '' || releaseTitle === reason;
  return `${did} by ${actor}${isSaid ? '.' : `: ${reason}`}`;
}
