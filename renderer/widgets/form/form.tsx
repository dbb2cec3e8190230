import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { defineWidget, type FoundProblems, type WidgetProps } from '../define-widget.ts';
import type { FormProps } from '../props.generated.ts';
import { DraftNote } from './draft-note.tsx';
import './form.css';

export const form = defineWidget<FormProps>({ type: 'form', Widget: Form });

function Form({ id, emit, slot, problems, draft, say }: WidgetProps<FormProps>) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = problems?.first ?? problems?.found.find((problem) => problem.id !== undefined)?.id;
    return whenReached(id, () => {
      if (first !== undefined) focusField(first);
      else summary.current?.focus();
    });
  }, [problems, id]);
  return (
    // Rules are the engine's; the browser's own bubbles would speak another language.
    <form
      id={id}
      className="cz-form cz-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, emit['submit']);
      }}
      onKeyDown={(event) => goOn(event, emit['submit'])}
      onFocus={labelKey}
    >
      {draft === undefined ? null : <DraftNote news={draft} say={say} />}
      {problems !== undefined && needsSummary(problems) ? (
        <div ref={summary} role="alert" tabIndex={-1} className="cz-form-problems cz-card">
          <p className="cz-form-problems-title">{say('Check these fields')}</p>
          <ul>
            {problems.found.map(({ id: field, message, show }, index) => (
              <li key={field ?? index}>
                {field === undefined ? (
                  message
                ) : (
                  <button
                    type="button"
                    className="cz-form-problem"
                    onClick={show ?? (() => focusField(field))}
                  >
                    {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {/* Chromium counts a form's controls anew for each that is put into the form element itself. */}
      <div className="cz-stack">{slot('body')}</div>
    </form>
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

/** One problem next to its field says it all; what is about no field stands nowhere else. */
function needsSummary({ found }: FoundProblems): boolean {
  return found.length > 1 || found.some(({ id }) => id === undefined);
}

/** A field's own control, wherever in it that stands; of a group the chosen one. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  const control =
    field?.querySelector<HTMLElement>('input:checked') ??
    field?.querySelector<HTMLElement>('input, textarea, select, button');
  control?.focus();
}

const TYPED = 'input:not([type="radio"]):not([type="checkbox"]):not([type="file"]):not([type="search"])';

/** Fields that Return goes through: those with a keyboard. A sheet that stands in the form is no part of the way. */
function typedFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(TYPED)].filter(
    (input) => !input.disabled && input.closest('dialog') === null,
  );
}

/** Return goes to the next field; on the last one it sends. A keyboard's Done gives no key and only closes it. */
function goOn(event: KeyboardEvent<HTMLFormElement>, submit: (() => void) | undefined): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement))
    return;
  const fields = typedFields(event.currentTarget);
  const at = fields.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  const next = fields[at + 1];
  if (next) next.focus();
  else send(event.currentTarget, submit);
}

/** A form is sent from its last step; in another one Return leads on. */
function send(form: HTMLFormElement, submit: (() => void) | undefined): void {
  const way = wayOn(form);
  if (way === null) submit?.();
  else way.click();
}

/** The button that leads to the next step: of the widget `steps`. */
function wayOn(form: HTMLFormElement): HTMLButtonElement | null {
  return form.querySelector('button[data-way-on]');
}

/** Says on the phone's own key what Return will do. */
function labelKey(event: FocusEvent<HTMLFormElement>): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  const fields = typedFields(event.currentTarget);
  const at = fields.indexOf(event.target);
  if (at >= 0)
    event.target.enterKeyHint =
      at === fields.length - 1 && wayOn(event.currentTarget) === null ? 'send' : 'next';
}
