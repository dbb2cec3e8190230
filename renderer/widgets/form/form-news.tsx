import { useEffect, useRef } from 'react';
import { settle } from '../../plan/isolate.ts';
import type { FoundProblems, WidgetProps } from '../define-widget.ts';
import { DraftNote } from './draft-note.tsx';
import './form-news.css';

interface FormNewsProps extends Pick<WidgetProps<object>, 'id' | 'say'> {
  readonly problems: FoundProblems | undefined;
  readonly draft: WidgetProps<object>['draft'] | undefined;
}

/** What a form says of itself at its top: what was kept of it, and what is wrong with it, to which the focus goes. */
export function FormNews({ id, problems, draft, say }: FormNewsProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems === undefined) return undefined;
    if (problems.isLess === true && problems.first === undefined) return undefined;
    const first = problems.first ?? problems.found.find((problem) => problem.id !== undefined)?.id;
    return whenReached(id, () => {
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
              // Counted from the end, as those before it go: a line that is made anew is read out again.
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
 * Acts where nothing stands over the form, else when what does has gone: what is beneath cannot have the focus.
 *
 * @returns What ends the waiting.
 */
function whenReached(id: string, act: () => void): (() => void) | undefined {
  const over = [...document.querySelectorAll('dialog[open]:not(.cz-modal-leaving)')].find(
    (dialog) => !dialog.contains(document.getElementById(id)),
  );
  if (over === undefined) {
    act();
    return undefined;
  }
  let stop: (() => void) | undefined = () => over.removeEventListener('close', again);
  const again = () => void (stop = whenReached(id, act));
  over.addEventListener('close', again, { once: true });
  return () => stop?.();
}

/** One problem is said at its field; one about no field has only the summary. The last one left of several stays in it. */
function needsSummary({ found, isLess }: FoundProblems): boolean {
  return isLess === true || found.length > 1 || found.some(({ id }) => id === undefined);
}

/** Goes to a field's control, of a group to the chosen one, and to the field itself where no control takes the focus. */
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
  // What was folded is drawn a moment after its button was pressed.
  if (unfold(field)) setTimeout(focus);
  else focus();
}

/** Opens the accordions and tabs around a field: their button names what they hide. @returns Whether one was closed. */
function unfold(field: HTMLElement): boolean {
  const folded = field.parentElement?.closest<HTMLElement>('[hidden]');
  if (folded === null || folded === undefined) return false;
  unfold(folded);
  document.getElementById(folded.getAttribute('aria-labelledby') ?? '')?.click();
  return true;
}
