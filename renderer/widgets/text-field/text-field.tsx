import { type ChangeEvent, type CompositionEvent, useRef } from 'react';
import { CharacterCount } from '../../kit/character-count.tsx';
import { describeControl, drawField } from '../../kit/field.tsx';
import { groupDigits, typeIntoGroups } from '../../kit/grouping.ts';
import { type Limits, typeInto } from '../../kit/type-into.ts';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { TextFieldProps } from '../props.generated.ts';

/** No sentence: a phone would write its first letter large and call the rest misspelt. */
const EXACT = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** What the phone can fill in by itself, and which keys it shows. */
const PURPOSES = {
  none: {},
  name: { autoComplete: 'name' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  email: { autoComplete: 'email', inputMode: 'email', ...EXACT },
  address: { autoComplete: 'street-address' },
  account: { autoComplete: 'off', ...EXACT },
  'one-time-code': { autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const;

export const textField = defineWidget<TextFieldProps>({ type: 'text-field', Widget: TextField });

function typePlainly(old: string, edited: string, at: number, limits: Limits) {
  const { text, caret } = typeInto(old, edited, at, limits);
  return { text, shown: text, caret };
}

function TextField({ props, id, field, isEnabled, isApart, say }: WidgetProps<TextFieldProps>) {
  const { label, hint, max, counter, multiline, purpose, groups } = props;
  const accept = groups === undefined ? props.accept : 'digits';
  const value = typeof field?.value === 'string' ? field.value : '';
  const isComposing = useRef(false);
  const isLoading = typeof label === 'symbol';

  const take = (control: HTMLInputElement | HTMLTextAreaElement, event: Event) => {
    const at = control.selectionStart ?? control.value.length;
    const limits = { accept, max };
    const isForward = event instanceof InputEvent && event.inputType === 'deleteContentForward';
    const { text, shown, caret } =
      groups === undefined
        ? typePlainly(value, control.value, at, limits)
        : typeIntoGroups(value, control.value, at, limits, groups, isForward);
    // Written here, because what React writes later would take the caret to the end.
    if (shown !== control.value) {
      control.value = shown;
      control.setSelectionRange(caret, caret);
    }
    if (text !== value) field?.set(text);
  };

  const control = {
    ...describeControl({ id, hint, problem: field?.problem }),
    className: accept === 'digits' ? 'cz-input cz-input-digits' : 'cz-input',
    form: isApart && '',
    value: groups === undefined ? value : groupDigits(value, groups),
    placeholder: plainWords(hint) ?? ' ',
    disabled: isLoading,
    readOnly: props.readOnly === true || !isEnabled,
    'aria-required': field?.isRequired || undefined,
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      // Letters on their way to a character are not judged before it is one.
      if (isComposing.current) field?.set(event.currentTarget.value);
      else take(event.currentTarget, event.nativeEvent);
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
