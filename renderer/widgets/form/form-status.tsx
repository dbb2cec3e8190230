import { useEffect, useRef } from 'react';
import { settle } from '../../plan/isolate.ts';
import type { FoundProblems, WidgetProps } from '../define-widget.ts';
import { DraftNote } from './draft-note.tsx';
import './form-status.css';

interface FormNewsProps extends Pick<WidgetProps<object>, 'id' | 'say'> {
  readonly problems: FoundProblems | undefined;
  readonly draft: WidgetProps<object>['draft'] | undefined;
}

/** Status of a form at its top: the restored draft, and the problems with the focus on them. */
export function FormStatus({ id, problems, draft, say }: FormNewsProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems === undefined) return undefined;
    if (problems.isLess === true && problems.first === undefined) return undefined;
    const first = problems.first ?? problems.found.find((problem) => problem.id !== undefined)?.id;
    return whenUncovered(id, () => {
      if (first !== undefined) focusField(first);
      else summary.current?.focus();
    });
  }, [problems, id]);
  return (
    <>
      {draft === undefined ? null : <DraftNote news={draft} say={say} />}
      {problems !== undefined && needsSummary(problems) ? (
        <div ref={summary} role="alert" tabIndex={-1} className="cz-form-problems cz-card">
          <p className="cz-form-problems-title">{say('Check these fields')}</p>
          <ul>
            {problems.found.map(({ id: field, message, show }, index) => (
              // Keys count from the end, because entries are removed at the front. A remounted line would be
              // announced again.
              <li key={field ?? index - problems.found.length}>
                {field === undefined ? (
                  settle(message)
                ) : (
                  <button
                    type="button"
                    className="cz-form-problem"
                    onClick={show ?? (() => focusField(field))}
                  >
                    {settle(message)}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

/**
 * Runs `act` now, or when no surface covers the form any more: covered elements cannot take the focus.
 * @returns A function that cancels it.
 */
function whenUncovered(id: string, act: () => void): (() => void) | undefined {
  const over = [...document.querySelectorAll('dialog[open]:not(.cz-modal-leaving)')].find(
    (dialog) => !dialog.contains(document.getElementById(id)),
  );
  if (over === undefined) {
    act();
    return undefined;
  }
  let stop: (() => void) | undefined = () => over.removeEventListener('close', again);
  const again = () => void (stop = whenUncovered(id, act));
  over.addEventListener('close', again, { once: true });
  return () => stop?.();
}

/**
 * A single problem is shown at its field; a problem without a field only in the summary. The last one of several
 * stays in the summary.
 */
function needsSummary({ found, isLess }: FoundProblems): boolean {
  return isLess === true || found.length > 1 || found.some(({ id }) => id === undefined);
}

/** Focuses a field's control: in a group the chosen one; otherwise the field itself. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  if (field === null) return;
  const control =
    field.querySelector<HTMLElement>('input:checked') ??
    field.querySelector<HTMLElement>('input, textarea, select, button');
  const focus = () => {
    control?.focus();
    if (field.contains(document.activeElement)) return;
    field.tabIndex = -1;
    field.focus();
  };
  // The folded content is rendered shortly after its button was pressed.
  if (unfold(field)) setTimeout(focus);
  else focus();
}

/** Opens the accordions and tabs around a field by their buttons. @returns whether one was closed. */
function unfold(field: HTMLElement): boolean {
  const folded = field.parentElement?.closest<HTMLElement>('[hidden]');
  if (folded === null || folded === undefined) return false;
  unfold(folded);
  document.getElementById(folded.getAttribute('aria-labelledby') ?? '')?.click();
  return true;
}
