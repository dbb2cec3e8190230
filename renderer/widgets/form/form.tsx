import type { FocusEvent, KeyboardEvent } from 'react';
import { LazyCode, LazyPart } from '../../kit/lazy-part.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { FormProps } from '../props.generated.ts';
import { FormStatus } from './form-status.tsx';

/** For forms for editing. If it cannot be fetched, their fields are checked when the form is sent. */
const editPart = new LazyCode(() => import('./edit-part.tsx'));

export const form = defineWidget<FormProps>({ type: 'form', Widget: Form });

function Form({ id, emit, slot, problems, draft, edits, say }: WidgetProps<FormProps>) {
  const hasNews = problems !== undefined || draft !== undefined;
  return (
    // The engine validates; the browser's own messages could be in another language.
    <form
      id={id}
      className="cz-form cz-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, emit['submit']);
      }}
      onKeyDown={(event) => focusNext(event, emit['submit'])}
      onFocus={labelKey}
    >
      {hasNews ? <FormStatus id={id} problems={problems} draft={draft} say={say} /> : null}
      {/* A wrapper, because Chromium recounts the controls of a form for each child that is added to the form
          element. */}
      <div className="cz-stack">{slot('body')}</div>
      {edits === undefined ? null : (
        <LazyPart code={editPart} draw={({ EditPart }) => <EditPart id={id} {...edits} />} />
      )}
    </form>
  );
}

const TYPED = 'input:not([type="radio"]):not([type="checkbox"]):not([type="file"]):not([type="search"])';

/** Fields with a keyboard, in the order of Return. Without the fields in a sheet. */
function typedFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(TYPED)].filter(
    (input) => !input.disabled && input.closest('dialog') === null,
  );
}

/**
 * Return focuses the next field, or submits on the last one. The Done key of an on-screen keyboard fires no key event
 * and only closes the keyboard.
 */
function focusNext(event: KeyboardEvent<HTMLFormElement>, submit: (() => void) | undefined): void {
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

/** A form is submitted from its last step; in another step Return goes to the next one. */
function send(form: HTMLFormElement, submit: (() => void) | undefined): void {
  const way = nextButton(form);
  if (way === null) submit?.();
  else way.click();
}

/** The button to the next step, in the widget `steps`. */
function nextButton(form: HTMLFormElement): HTMLButtonElement | null {
  return form.querySelector('button[data-way-on]');
}

/** Sets the label of Return on the on-screen keyboard. */
function labelKey(event: FocusEvent<HTMLFormElement>): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  const fields = typedFields(event.currentTarget);
  const at = fields.indexOf(event.target);
  if (at >= 0)
    event.target.enterKeyHint =
      at === fields.length - 1 && nextButton(event.currentTarget) === null ? 'send' : 'next';
}
