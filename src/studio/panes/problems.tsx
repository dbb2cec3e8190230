import type { Problem } from '#renderer/plan/problem.ts';
import type { Selection } from '../model/outline.ts';

export interface ProblemsProps {
  readonly problems: readonly Problem[];
  onSelect(selection: Selection): void;
}

/** What is wrong, and what may be: each leads to where it stands. */
export function Problems({ problems, onSelect }: ProblemsProps) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const others = problems.filter(({ severity }) => severity !== 'error');
  return (
    <section className="st-problems" aria-label="Problems">
      <h2>{problems.length === 0 ? 'No problems' : `${errors.length} errors, ${others.length} warnings`}</h2>
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
    </section>
  );
}
