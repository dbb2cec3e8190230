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
  const shown = groups === undefined ? value : groupDigits(value, groups);
  const own = useRef({ text: value, isComposing: false }).current;
  const isLoading = typeof label === 'symbol';

  const write = (text: string) => {
    own.text = text;
    field?.set(text, counter !== true);
  };

  const take = (control: HTMLInputElement | HTMLTextAreaElement, event: Event) => {
    const at = control.selectionStart ?? control.value.length;
    const limits = { accept, max };
    const isForward = event instanceof InputEvent && event.inputType === 'deleteContentForward';
    const old = own.text;
    const typed =
      groups === undefined
        ? typePlainly(old, control.value, at, limits)
        : typeIntoGroups(old, control.value, at, limits, groups, isForward);
    if (typed.shown !== control.value) {
      control.value = typed.shown;
      control.setSelectionRange(typed.caret, typed.caret);
    }
    if (typed.text !== old) write(typed.text);
  };

  const control = {
    ...describeControl({ id, hint, problem: field?.problem }),
    className: accept === 'digits' ? 'cz-input cz-input-digits' : 'cz-input',
    form: isApart && '',
    defaultValue: shown,
    // What is typed stands in the control already: it is not drawn for that, and keeps its text itself.
    ref(box: HTMLInputElement | HTMLTextAreaElement | null) {
      if (box === null) return;
      own.text = value;
      if (box.value !== shown) box.value = shown;
    },
    placeholder: plainWords(hint) ?? ' ',
    disabled: isLoading,
    readOnly: props.readOnly === true || !isEnabled,
    'aria-required': field?.isRequired || undefined,
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      // Letters on their way to a character are not judged before it is one.
      if (own.isComposing) write(event.currentTarget.value);
      else take(event.currentTarget, event.nativeEvent);
    },
    onCompositionStart() {
      own.isComposing = true;
    },
    onCompositionEnd(event: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) {
      own.isComposing = false;
      const { text } = typeInto('', event.currentTarget.value, event.currentTarget.value.length, {
        accept,
        max,
      });
      if (text === event.currentTarget.value) return;
      event.currentTarget.value = groups === undefined ? text : groupDigits(text, groups);
      write(text);
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
