import type { FocusEvent, KeyboardEvent } from 'react';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { FormProps } from '../props.generated.ts';
import { FormNews } from './form-news.tsx';

export const form = defineWidget<FormProps>({ type: 'form', Widget: Form });

function Form({ id, emit, slot, problems, draft, say }: WidgetProps<FormProps>) {
  const hasNews = problems !== undefined || draft !== undefined;
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
      {hasNews ? <FormNews id={id} problems={problems} draft={draft} say={say} /> : null}
      {/* Chromium counts a form's controls anew for each that is put into the form element itself. */}
      <div className="cz-stack">{slot('body')}</div>
    </form>
  );
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
  if (next) {
    next.focus();
    // Selects the text as Tab does, so that typing replaces it.
    next.select();
  } else send(event.currentTarget, submit);
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
