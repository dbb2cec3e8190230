import { useRef } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { canBeAcknowledged } from '../guard/acknowledge.ts';
import { HINTS } from '../actions/hints.ts';
import type { PlacedRail } from '../guard/find-rails.ts';
import { AcknowledgeButton } from '../guard/acknowledge-button.tsx';
import { sayProblem } from '#src/language-service/fixes.ts';
import { type Fix, nameOfFix } from '../json/problems.ts';
import type { Selection } from '../model/outline.ts';
import type { Titles } from '../review/titles.ts';
import '../guard/guard.css';

export interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly titles: Titles;
  /** Accessibility problems of the preview. */
  readonly rails: readonly PlacedRail[];
  /** Whether the list is complete. */
  readonly isWhole: boolean;
  /** The fix for a problem; undefined if only a person can fix it. */
  fixOf(problem: Problem): Fix | undefined;
  /** Acknowledges a warning. */
  onMeant(problem: Problem, reason: string): void;
  onSelect(selection: Selection): void;
}

/** Lists the problems with links to their locations and buttons for automatic fixes. */
export function Problems({ problems, titles, rails, isWhole, fixOf, onMeant, onSelect }: ProblemsProps) {
  const place = useRef<HTMLElement>(null);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const others = problems.filter(({ severity }) => severity !== 'error');
  return (
    <section ref={place} className="st-problems" aria-label="Problems" tabIndex={-1}>
      {/* The line is always there; otherwise the phone would move under the pointer. */}
      <h2>
        {problems.length > 0
          ? [...count(errors, 'error'), ...count(others, 'warning')].join(', ')
          : isWhole
            ? 'No problems'
            : 'No problems yet'}
        {isWhole ? null : <span className="st-soft"> All screens are being read.</span>}
      </h2>
      <ul>
        {[...errors, ...others].map((problem) => {
          const { code, file, pointer, line, message, severity } = problem;
          const fix = fixOf(problem);
          const advice = HINTS[code]?.advice;
          const help = advice === undefined ? {} : { help: advice };
          return (
            <li key={`${code} ${file} ${pointer} ${message}`}>
              <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
                <span className={severity === 'error' ? 'st-mark st-bad' : 'st-mark'}>{severity}</span>{' '}
                {sayProblem({ ...problem, ...help })}{' '}
                <span className="st-soft" title={`${file}:${line}`}>
                  {titles.of(file)}
                </span>
              </button>
              {fix === undefined ? null : (
                <button
                  type="button"
                  aria-label={fix.word === undefined ? `Fix: ${message}` : `${nameOfFix(fix)}. ${message}`}
                  onClick={() => {
                    fix.run();
                    // The button is removed with its problem.
                    place.current?.focus();
                  }}
                >
                  {nameOfFix(fix)}
                </button>
              )}
              {canBeAcknowledged(problem) ? (
                <AcknowledgeButton
                  about={message}
                  place={problem}
                  onMeant={(reason) => {
                    onMeant(problem, reason);
                    place.current?.focus();
                  }}
                />
              ) : null}
            </li>
          );
        })}
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

function count({ length }: readonly Problem[], what: string): readonly string[] {
  return length === 0 ? [] : [`${length} ${what}${length === 1 ? '' : 's'}`];
}
