import { decide, type Role } from '#src/review/roles.ts';
import type { Home } from '#src/shared/registry/home.ts';
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
          <h3>{live.reason === '' ? 'The live release' : live.reason}</h3>
          <p>
            {rollout === undefined
              ? 'All borrowers have it.'
              : 'All borrowers have it, except those who have the next one already.'}
          </p>
          <p className="st-soft">
            Since {writeTime(live.at)}
            {live.actor === '' ? '' : `, published by ${live.actor}`}.
          </p>
        </>
      )}
      {rollout === undefined ? null : (
        <>
          <h3>{rollout.reason}</h3>
          <p>
            {rollout.basisPoints / 100} % of borrowers have it since {writeTime(rollout.since)}
            {rollout.state === 'paused' ? '; the rollout is paused' : ''}.
          </p>
          <p className="st-soft">Started by {rollout.actor}.</p>
        </>
      )}
      <h3>Planned</h3>
      {schedules.length === 0 ? <p className="st-soft">Nothing is planned.</p> : null}
      <ul className="ho-list">
        {schedules.map(({ id, due, gradual, reason, actor }) => (
          <li key={id}>
            <p>
              {reason}: goes {sayShare(gradual)} {writeDayAndTime(due)}.
            </p>
            <p className="st-soft">Planned by {actor}.</p>
          </li>
        ))}
      </ul>
      <a className="st-tab" href={releaseAddress()}>
        {decide(role, 'take-back') === 'no' || live === undefined ? 'All releases' : 'Releases and roll back'}
      </a>
    </section>
  );
}
