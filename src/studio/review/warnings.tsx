import type { Problem } from '#renderer/plan/problem.ts';
import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import { canBeAcknowledged } from '../guard/acknowledge.ts';
import { AcknowledgeButton } from '../guard/acknowledge-button.tsx';
import type { Titles } from './titles.ts';
import { titleOf } from './words.ts';

export interface WarningsProps {
  readonly open: readonly Problem[];
  readonly meant: readonly LegalAcknowledgement[];
  readonly titles: Titles;
  readonly onMeant: ((problem: Problem, reason: string) => void) | undefined;
}

/** Lists acknowledged warnings with their reasons. */
export function MeantWarnings({ meant }: { readonly meant: readonly LegalAcknowledgement[] }) {
  if (meant.length === 0) return null;
  return (
    <ul className="st-changes">
      {meant.map(({ file, pointer, code, message, reason }) => (
        <li key={`${file} ${pointer} ${code}`}>
          {titleOf(file)}: {message} <q>{reason}</q>
        </li>
      ))}
    </ul>
  );
}

/** Warnings of the change: open ones with a button to acknowledge them, and acknowledged ones. */
export function Warnings({ open, meant, titles, onMeant }: WarningsProps) {
  return (
    <>
      {open.length === 0 ? null : (
        <section aria-label="Warnings">
          <h2>Warnings</h2>
          <ul className="st-changes">
            {open.map((problem) => (
              <li key={`${problem.file} ${problem.pointer} ${problem.code} ${problem.message}`}>
                <p className="st-warning">
                  {titles.of(problem.file)}: {problem.message}
                </p>
                {onMeant !== undefined && canBeAcknowledged(problem) ? (
                  <AcknowledgeButton
                    about={problem.message}
                    place={problem}
                    onMeant={(reason) => onMeant(problem, reason)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
      {meant.length === 0 ? null : (
        <section aria-label="Warnings that are intended">
          <h2>Warnings that are intended</h2>
          <MeantWarnings meant={meant} />
        </section>
      )}
    </>
  );
}
