import type { ChangeEvent, CompositionEvent } from 'react';
import { CharacterCount } from '../../kit/character-count.tsx';
import { describeControl, drawField } from '../../kit/field.tsx';
import { groupDigits, type Groups, typeIntoGroups } from '../../kit/grouping.ts';
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

export const textField = defineWidget<TextFieldProps>({
  type: 'text-field',
  Widget: TextField,
  isHookless: true,
});

type Box = HTMLInputElement | HTMLTextAreaElement;

/** What is in a control without its spaces between groups, while a keyboard is putting a character together or not. */
interface Typing {
  text: string;
  isComposing: boolean;
}

const typings = new WeakMap<Box, Typing>();

/** What a control shows becomes, after somebody edited it, what it may show. @returns The text that this is. */
function settleEdit(box: Box, old: string, limits: Limits, groups: Groups | undefined, event: Event): string {
  const at = box.selectionStart ?? box.value.length;
  const isForward = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const typed =
    groups === undefined
      ? typeInto(old, box.value, at, limits)
      : typeIntoGroups(old, box.value, at, limits, groups, isForward);
  const shown = show(typed.text, groups);
  if (shown !== box.value) {
    box.value = shown;
    box.setSelectionRange(typed.caret, typed.caret);
  }
  return typed.text;
}

function show(text: string, groups: Groups | undefined): string {
  return groups === undefined ? text : groupDigits(text, groups);
}

function TextField({ props, id, field, isEnabled, isApart, say }: WidgetProps<TextFieldProps>) {
  const { label, hint, max, counter, multiline, purpose, groups } = props;
  const accept = groups === undefined ? props.accept : 'digits';
  const value = typeof field?.value === 'string' ? field.value : '';
  const shown = show(value, groups);
  const isLoading = typeof label === 'symbol';
  const set = field?.set;

  // One for all events: of a long form every function is kept a thousand times.
  const take = ({ type, currentTarget: box, nativeEvent }: ChangeEvent<Box> | CompositionEvent<Box>) => {
    const typing = typings.get(box);
    if (typing === undefined) return;
    const limits = { accept, max };
    const old = typing.text;
    if (type === 'compositionstart') typing.isComposing = true;
    else if (type === 'compositionend') {
      typing.isComposing = false;
      const { text } = typeInto('', box.value, box.value.length, limits);
      if (text === box.value) return;
      box.value = show(text, groups);
      typing.text = text;
    }
    // Letters on their way to a character are not judged before it is one.
    else typing.text = typing.isComposing ? box.value : settleEdit(box, old, limits, groups, nativeEvent);
    if (typing.text !== old) set?.(typing.text, counter !== true);
  };

  const control = {
    ...describeControl({ id, hint, problem: field?.problem }),
    className: accept === 'digits' ? 'cz-input cz-input-digits' : 'cz-input',
    form: isApart && '',
    defaultValue: shown,
    // What is typed stands in the control already: it is not drawn for that, and keeps its text itself.
    ref(box: Box | null) {
      if (box === null) return;
      const typing = typings.get(box);
      if (typing === undefined) typings.set(box, { text: value, isComposing: false });
      else typing.text = value;
      if (box.value !== shown) box.value = shown;
    },
    placeholder: plainWords(hint) ?? ' ',
    disabled: isLoading,
    readOnly: props.readOnly === true || !isEnabled,
    'aria-required': field?.isRequired || undefined,
    onChange: take,
    onCompositionStart: take,
    onCompositionEnd: take,
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
