import { type ChangeEvent, type CompositionEvent, useRef } from 'react';
import { CharacterCount } from '../../kit/character-count.tsx';
import { describeControl, drawField } from '../../kit/field.tsx';
import { typeInto } from '../../kit/type-into.ts';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { TextFieldProps } from '../props.generated.ts';

/** What the phone can fill in by itself, and which keys it shows. */
const PURPOSES = {
  none: {},
  name: { autoComplete: 'name' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  email: { autoComplete: 'email', inputMode: 'email' },
  address: { autoComplete: 'street-address' },
  account: { autoComplete: 'off' },
  'one-time-code': { autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const;

export const textField = defineWidget<TextFieldProps>({ type: 'text-field', Widget: TextField });

function TextField({ props, id, field, isEnabled, isApart, say }: WidgetProps<TextFieldProps>) {
  const { label, hint, accept, max, counter, multiline, purpose } = props;
  const value = typeof field?.value === 'string' ? field.value : '';
  const isComposing = useRef(false);
  const isLoading = typeof label === 'symbol';

  const take = (control: HTMLInputElement | HTMLTextAreaElement) => {
    const { text, caret } = typeInto(value, control.value, control.selectionStart ?? control.value.length, {
      accept,
      max,
    });
    // Written here, because what React writes later would take the caret to the end.
    if (text !== control.value) {
      control.value = text;
      control.setSelectionRange(caret, caret);
    }
    if (text !== value) field?.set(text);
  };

  const control = {
    ...describeControl({ id, hint, problem: field?.problem }),
    className: accept === 'digits' ? 'cz-input cz-input-digits' : 'cz-input',
    form: isApart && '',
    value,
    placeholder: plainWords(hint) ?? ' ',
    disabled: isLoading,
    readOnly: props.readOnly === true || !isEnabled,
    'aria-required': field?.isRequired || undefined,
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      // Letters on their way to a character are not judged before it is one.
      if (isComposing.current) field?.set(event.currentTarget.value);
      else take(event.currentTarget);
    },
    onCompositionStart() {
      isComposing.current = true;
    },
    onCompositionEnd(event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) {
      isComposing.current = false;
      const { text } = typeInto('', event.currentTarget.value, event.currentTarget.value.length, {
        accept,
        max,
      });
      if (text !== event.currentTarget.value) field?.set(text);
    },
  };
  const keys = accept === 'digits' ? { inputMode: 'numeric' as const } : {};

  const drawn =
    multiline === true ? (
      <textarea rows={4} {...PURPOSES[purpose]} {...control} />
    ) : (
      <input type="text" {...PURPOSES[purpose]} {...keys} {...control} />
    );
  return drawField({
    id,
    label,
    hint,
    problem: field?.problem,
    isRequired: field?.isRequired === true,
    isTyped: true,
    children:
      counter === true && max !== undefined ? (
        <>
          {drawn}
          <CharacterCount length={value.length} max={max} say={say} />
        </>
      ) : (
        drawn
      ),
  });
}
