import type { LiveScreen, OpenDraft } from '#src/shared/registry/home.ts';
import { writeTime } from '../review/times.ts';
import { screensIn, writeChanged } from '#src/shared/registry/changed-words.ts';
import { addressOf } from './home-addresses.ts';

export interface ColleaguesProps {
  /** Drafts that are not the person's own. */
  readonly drafts: readonly OpenDraft[];
  readonly screens: readonly LiveScreen[];
  readonly mayEdit: boolean;
}

/** Open drafts of colleagues. */
export function Colleagues({ drafts, screens, mayEdit }: ColleaguesProps) {
  return (
    <section className="ho-card" aria-label="Who does what">
      <h2>Who does what</h2>
      {drafts.length === 0 ? <p className="st-soft">No colleague has an open draft.</p> : null}
      <ul className="ho-list ho-colleagues">
        {drafts.map(({ id, title, actor, at, saved, changed, present }) => (
          <li key={id}>
            <h3>
              <a href={addressOf(id, screensIn(changed)[0])}>{title}</a>
            </h3>
            <span>{changed.length === 0 ? 'Nothing is changed.' : writeChanged(changed, screens)}</span>
            <span className="st-soft">
              {saved?.actor ?? actor}, {writeTime(saved?.at ?? at)}
            </span>
            {present.length === 0 ? null : <span className="ho-mark">Open now: {present.join(', ')}</span>}
          </li>
        ))}
      </ul>
      {mayEdit || drafts.length === 0 ? null : (
        <p className="st-soft">You can read drafts and comment on them; your role cannot change them.</p>
      )}
    </section>
  );
}
