import type { Problem } from '#renderer/plan/problem.ts';
import type { PlacedRail } from '../guard/judge-rails.ts';
import type { Selection } from '../model/outline.ts';
import '../guard/guard.css';

export interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** Of the phone, as it is shown. */
  readonly rails: readonly PlacedRail[];
  /** Whether these are all. */
  readonly isWhole: boolean;
  onSelect(selection: Selection): void;
}

/** What is wrong, and what may be: each leads to where it stands. */
export function Problems({ problems, rails, isWhole, onSelect }: ProblemsProps) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const others = problems.filter(({ severity }) => severity !== 'error');
  return (
    <section className="st-problems" aria-label="Problems">
      <h2>
        {problems.length > 0
          ? `${errors.length} errors, ${others.length} warnings`
          : isWhole
            ? 'No problems'
            : 'No problems yet'}
      </h2>
      {isWhole ? null : <p className="st-soft">All screens are being read.</p>}
      <ul>
        {[...errors, ...others].map(({ code, file, pointer, line, message, help, severity }) => (
          <li key={`${code} ${file} ${pointer} ${message}`}>
            <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
              <span className={severity === 'error' ? 'st-mark st-bad' : 'st-mark'}>{severity}</span>{' '}
              {message}
              {help === undefined ? '' : ` ${help}.`}{' '}
              <span className="st-soft">
                {file}:{line}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {rails.length === 0 ? null : (
        <>
          <h3>On the phone, as it is shown now</h3>
          <ul>
            {rails.map(({ place, message }) => (
              <li key={`${place.file} ${place.pointer} ${message}`}>
                <button type="button" className="st-problem" onClick={() => onSelect(place)}>
                  <span className="st-mark">warning</span> {message}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
