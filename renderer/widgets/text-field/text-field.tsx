import type { ChangeEvent, CompositionEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { CharacterCount } from '../../kit/character-count.tsx';
import { describeControl, renderField } from '../../kit/field.tsx';
import { groupDigits, type Groups, typeIntoGroups } from '../../kit/grouping.ts';
import { LazyCode, LazyPart } from '../../kit/lazy-part.tsx';
import { LeftOutNote, showLeftOut } from '../../kit/left-out.tsx';
import { type Limits, type Typed, typeInto } from '../../kit/type-into.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import type { Say } from '../../plan/words.ts';
import { defineWidget, type Field, type WidgetProps } from '../define-widget.ts';
import type { TextFieldProps } from '../props.generated.ts';

/** Not prose: prevents capital letters and spelling corrections. */
const EXACT = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Autofill and keyboard type for each purpose. */
const PURPOSES = {
  none: {},
  name: { autoComplete: 'name' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  email: { autoComplete: 'email', inputMode: 'email', ...EXACT },
  address: { autoComplete: 'street-address' },
  account: { autoComplete: 'off', ...EXACT },
  'one-time-code': { autoComplete: 'one-time-code', inputMode: 'numeric' },
  password: { type: 'password', autoComplete: 'current-password', ...EXACT },
  pin: { type: 'password', autoComplete: 'current-password' },
  time: { type: 'time' },
  datetime: { type: 'datetime-local' },
} as const;

const DIGITS = { inputMode: 'numeric' } as const;

const NEW = { autoComplete: 'new-password' } as const;

/** Code of a password, a time, or a field with suggestions. */
const rare = new LazyCode(() => import('./rare-text.tsx').then((module) => module.RareText));

export const textField = defineWidget<TextFieldProps>({
  type: 'text-field',
  Widget: TextField,
  isHookless: true,
  isUncontrolled: true,
  parts: [rare],
});

type Box = HTMLInputElement | HTMLTextAreaElement;

/** State of the editing of one control. Found by its control, so that all fields share one handler. */
class Typing {
  /** react-hook-form treats it as a text input. */
  readonly type = 'text';
  /** Whether an input method is composing a character. */
  isComposing = false;
  /** The text of the control without the spaces between groups. */
  text: string;
  props: TextFieldProps;
  set: Field['set'] | undefined;
  private readonly box: Box;

  constructor(box: Box, text: string, props: TextFieldProps, set: Field['set'] | undefined) {
    this.box = box;
    this.text = text;
    this.props = props;
    this.set = set;
  }

  get value(): string {
    return this.text;
  }

  /** react-hook-form sets a new value with this setter. */
  set value(text: string | null) {
    // The message about removed characters belongs to the former text.
    if (this.text !== (text ?? '')) showLeftOut(this.box, undefined, false);
    this.text = text ?? '';
    const shown = show(this.text, this.props.groups);
    // The parts of a time that is not whole stay.
    if (this.box.value !== shown && !this.box.validity.badInput) this.box.value = shown;
  }
}

const typings = new WeakMap<Box, Typing>();

/** The control already shows the typed text and holds it itself; it is not re-rendered. */
function hold(box: Box, text: string, props: TextFieldProps, set: Field['set'] | undefined): Typing {
  const known = typings.get(box);
  const typing = known ?? new Typing(box, text, props, set);
  typings.set(box, typing);
  typing.props = props;
  typing.set = set;
  typing.value = text;
  return typing;
}

/** Handles every event of every field. A closure per field would cost memory in long forms. */
function take({ type, currentTarget: box, nativeEvent }: ChangeEvent<Box> | CompositionEvent<Box>): void {
  const typing = typings.get(box);
  if (typing === undefined) return;
  const old = typing.text;
  if (type === 'compositionstart') typing.isComposing = true;
  else if (type === 'compositionend') {
    typing.isComposing = false;
    const { text, leftOut } = typeInto('', box.value, box.value.length, limitsOf(typing.props));
    showLeftOut(box, leftOut, true);
    if (text === box.value) return;
    box.value = show(text, typing.props.groups);
    typing.text = text;
  }
  // Letters under composition are not validated before they form a character.
  else if (typing.isComposing) typing.text = box.value;
  else {
    const { text, leftOut } = settleEdit(box, typing, nativeEvent);
    typing.text = text;
    const isKey = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertText';
    showLeftOut(box, leftOut, isKey);
  }
  if (typing.text !== old) typing.set?.(typing.text, typing.props.counter !== true);
}

/** Normalizes the text of a control after an edit. @returns the value. */
function settleEdit(box: Box, typing: Typing, event: Event): Pick<Typed, 'text' | 'leftOut'> {
  const { text: old, props } = typing;
  const { groups } = props;
  const at = box.selectionStart ?? box.value.length;
  const isForward = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const typed =
    groups === undefined
      ? typeInto(old, box.value, at, limitsOf(props))
      : typeIntoGroups(old, box.value, at, limitsOf(props), groups, isForward);
  const shown = show(typed.text, groups);
  if (shown !== box.value) {
    box.value = shown;
    box.setSelectionRange(typed.caret, typed.caret);
  }
  return typed;
}

/** A field with groups accepts only digits. */
function limitsOf({ accept, groups, max }: TextFieldProps): Limits {
  return { accept: groups === undefined ? accept : 'digits', max };
}

function show(text: string, groups: Groups | undefined): string {
  return groups === undefined ? text : groupDigits(text, groups);
}

function TextField({ props, id, field, isEnabled, isApart, say }: WidgetProps<TextFieldProps>) {
  const { label, hint, max, counter, multiline, purpose, groups, suggestions } = props;
  const { accept } = limitsOf(props);
  const isLoading = typeof label === 'symbol';
  const text = typeof field?.value === 'string' ? field.value : '';
  const { joint } = field ?? {};
  const registered = joint?.control.register(joint.name);
  const set =
    joint === undefined
      ? field?.set
      : (value: Value | undefined) => void registered?.onChange({ target: { name: joint.name, value } });

  // Rare properties come last: the others form an object of one shape, of which a long form has a thousand.
  const control = {
    type: multiline === true ? undefined : 'text',
    className: accept === 'digits' ? 'cz-input cz-input-digits' : 'cz-input',
    form: isApart && '',
    defaultValue: show(text, groups),
    ref(box: Box | null) {
      const typing = box === null ? null : hold(box, text, props, set);
      registered?.ref(typing);
    },
    placeholder: plainWords(hint) ?? ' ',
    disabled: isLoading,
    readOnly: props.readOnly === true || !isEnabled,
    'aria-required': field?.isRequired || undefined,
    onChange: take,
    onCompositionStart: take,
    onCompositionEnd: take,
    ...describeControl({ id, hint, problem: field?.problem }),
    ...PURPOSES[purpose],
    ...(accept === 'digits' && DIGITS),
    ...(props.isNew === true && NEW),
  };

  const line = multiline === true ? <textarea {...control} rows={4} /> : <input {...control} />;
  const box =
    suggestions || (control.type ?? 'text') !== 'text' ? (
      <div className={suggestions ? undefined : 'cz-secret'}>
        {line}
        <LazyPart
          code={rare}
          draw={(Rare) => <Rare control={control.id} props={props} field={field} set={set} say={say} />}
        />
      </div>
    ) : (
      line
    );
  // Only fields that may remove characters have a note: a long form has a thousand fields, most without limits.
  const drawn =
    accept === 'digits' || max !== undefined ? (
      <>
        {box}
        <LeftOutNote control={control.id} max={max} say={say} />
      </>
    ) : (
      box
    );
  return renderField({
    id,
    label,
    hint,
    problem: field?.problem,
    isRequired: field?.isRequired === true,
    spoken: props.spoken,
    typedInto: control.id,
    children:
      counter === true && max !== undefined ? (
        <>
          {drawn}
          {joint === undefined ? (
            <CharacterCount length={text.length} max={max} say={say} />
          ) : (
            <JoinedCount joint={joint} max={max} say={say} />
          )}
        </>
      ) : (
        drawn
      ),
  });
}

interface JoinedCountProps {
  readonly joint: NonNullable<Field['joint']>;
  readonly max: number;
  readonly say: Say;
}

/** The counter of a field in a form. */
function JoinedCount({ joint, max, say }: JoinedCountProps) {
  const text: unknown = useWatch(joint);
  return <CharacterCount length={typeof text === 'string' ? text.length : 0} max={max} say={say} />;
}
