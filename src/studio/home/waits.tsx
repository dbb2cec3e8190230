import { decide, type Role } from '#src/review/roles.ts';
import type { LiveScreen, OpenDraft, Waiting, WaitingRelease } from '#src/shared/registry/home.ts';
import { KIND_WORDS } from '#src/shared/registry/kind-words.ts';
import { writeTime } from '../review/times.ts';
import { screensIn, writeChanged } from '#src/shared/registry/changed-words.ts';
import { addressOf, conflictAddress, releaseAddress } from './home-addresses.ts';
import { sizeOf } from './home-api.ts';

export interface WaitsProps {
  readonly waiting: Waiting;
  readonly drafts: readonly OpenDraft[];
  readonly screens: readonly LiveScreen[];
  readonly role: Role;
}

/** Releases to approve or publish, changes that reviewers ask for, conflicts and mentions. */
export function Waits({ waiting, drafts, screens, role }: WaitsProps) {
  const { releases, changesAsked, mentions, conflicts } = waiting;
  return (
    <section id="waits" className="ho-card" aria-label="Waits for you" tabIndex={-1}>
      <h2>Waits for you</h2>
      {sizeOf(waiting) === 0 ? (
        <p className="st-soft">
          {decide(role, 'approve') === 'no'
            ? 'Nothing waits for you. Comments that name you appear here.'
            : 'Nothing waits for you. Releases that need your approval and comments that name you appear here.'}
        </p>
      ) : null}
      <ul className="ho-list">
        {releases.map((one) => (
          <ReleaseLine key={one.release} {...{ screens }} release={one} />
        ))}
        {changesAsked.map(({ id, draft, title, actor, at, text }) => (
          <li key={id}>
            <h3>
              {actor} asks for changes in “{title}”
            </h3>
            <p className="ho-said">{text}</p>
            <p className="st-soft">{writeTime(at)}</p>
            <a
              className="st-tab ho-primary"
              href={addressOf(draft, screensIn(drafts.find((one) => one.id === draft)?.changed ?? [])[0])}
              aria-label={`Change the draft “${title}”, as ${actor} asks`}
            >
              Change the draft
            </a>
          </li>
        ))}
        {conflicts.map(({ id, title }) => (
          <li key={id}>
            <h3>{title}</h3>
            <p>A colleague published another change of a document that you changed.</p>
            <a className="st-tab" href={conflictAddress(id)} aria-label={`See both versions: ${title}`}>
              See both versions
            </a>
          </li>
        ))}
        {mentions.map(({ id, draft, path, actor, at, text }) => (
          <li key={id}>
            <h3>
              {actor} mentioned you in “{drafts.find((one) => one.id === draft)?.title ?? 'a closed draft'}”
            </h3>
            <p className="ho-said">{text}</p>
            <p className="st-soft">{writeTime(at)}</p>
            <a
              className="st-tab"
              href={addressOf(draft, screensIn([path])[0])}
              aria-label={`Open the draft with the comment of ${actor}`}
            >
              Open
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly release: WaitingRelease;
  readonly screens: readonly LiveScreen[];
}

function ReleaseLine({ release, screens }: LineProps) {
  const { next, reason, actor, at, changed, kinds } = release;
  return (
    <li>
      <h3>{reason}</h3>
      <p>
        {next === 'approve' ? `${actor} asks for an approval.` : 'It can be published.'} Changed:{' '}
        {writeChanged(changed, screens)}.
      </p>
      {next === 'approve' ? kinds.map((kind) => <p key={kind}>{KIND_WORDS[kind]}</p>) : null}
      <p className="st-soft">
        {actor}, {writeTime(at)}
      </p>
      <a
        className="st-tab ho-primary"
        href={releaseAddress(release.release)}
        aria-label={`Review: ${reason}`}
      >
        Review
      </a>
    </li>
  );
}
