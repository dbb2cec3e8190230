import { type ChangeEvent, type CompositionEvent, useEffect, useRef, useState } from 'react';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import {
  type NumberEdit,
  type NumberShape,
  readNumber,
  type Refusal,
  typeNumber,
  writeTyped,
} from '../../kit/typed-number.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Locale } from '../../plan/expression.ts';
import type { EngineWord } from '../../plan/words.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { NumberFieldProps } from '../props.generated.ts';

export const numberField = defineWidget<NumberFieldProps>({ type: 'number-field', Widget: NumberField });

const REFUSALS: { readonly [refusal in Refusal]: EngineWord } = {
  whole: 'Enter a whole number.',
  decimals: 'Enter no more than {count} digits after the decimal point.',
  negative: 'Enter 0 or a higher number.',
  long: 'This number has too many digits.',
  unclear: 'This cannot be read as one number. Enter its digits.',
};

type OldText = Pick<NumberEdit, 'old' | 'isWritten'>;

/**
 * Shows its value formatted (an amount with currency and thousands) until the first edit, then the typed text. Focus
 * does not change the text, so the browser's selection stays. An edit that makes no number is refused with a message.
 */
function NumberField({
  props,
  id,
  field,
  isEnabled,
  isApart,
  locale,
  money,
  say,
}: WidgetProps<NumberFieldProps>) {
  const { label, hint } = props;
  const shape = shapeOf(props, locale);
  const value = typeof field?.value === 'number' ? field.value : undefined;
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  /** A key was refused since the field was entered. */
  const [isKeyRefused, setKeyRefused] = useState(false);
  /** The text before an input method started to compose. */
  const [composing, setComposing] = useState<OldText>();
  const written = value === undefined ? '' : shape.isMinor ? money(value) : writeTyped(value, shape);
  // Another value than what was typed came from elsewhere.
  const isTyped = typed !== undefined && (composing !== undefined || valueOf(typed, shape) === value);
  const shown = isTyped ? typed : written;
  const shownText: OldText = { old: shown, isWritten: !isTyped };

  const take = (box: HTMLInputElement, { old, isWritten }: OldText, isTyping: boolean) => {
    const edited = box.value;
    const caret = box.selectionStart ?? edited.length;
    const taken = typeNumber({ old, isWritten, edited, caret, isTyping }, shape);
    // Written here, because what React writes later would take the caret to the end.
    if (taken.text !== box.value) {
      box.value = taken.text;
      box.setSelectionRange(taken.from, taken.to);
    }
    // The next key does not remove the message: `1e5` without its `e` is another number.
    const isRefused = isTyping && (isKeyRefused || taken.refusal !== undefined);
    setKeyRefused(isRefused);
    setRefusal(taken.refusal ?? (isRefused ? refusal : undefined));
    setTyped(isWritten && taken.refusal !== undefined ? undefined : taken.text);
    if (taken.value !== value) field?.set(taken.value);
  };
  const change = ({ currentTarget: box, nativeEvent: event }: ChangeEvent<HTMLInputElement>) => {
    const isTyping = event instanceof InputEvent && event.inputType === 'insertText';
    if (composing === undefined) take(box, shownText, isTyping);
    else setTyped(box.value);
  };
  const compose = ({ type, currentTarget: box }: CompositionEvent<HTMLInputElement>) => {
    setComposing(type === 'compositionstart' ? shownText : undefined);
    if (type === 'compositionend' && composing !== undefined) take(box, composing, true);
  };
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => guardLines(control.current, () => setRefusal('unclear')), []);
  /** @returns whether the typed text is not a number. */
  const leave = (): boolean => {
    const reading = isTyped ? readNumber(typed, shape) : undefined;
    if (typeof reading !== 'string') return false;
    setRefusal(refusal ?? reading);
    return true;
  };

  const problem = refusal === undefined ? field?.problem : say(REFUSALS[refusal], { count: shape.decimals });
  const described = describeControl({ id, hint, problem });
  return (
    <FieldBox
      id={id}
      label={label}
      hint={hint}
      problem={problem}
      isSaid={refusal !== undefined}
      isRequired={field?.isRequired === true}
      spoken={props.spoken}
      typedInto={described.id}
    >
      <input
        ref={control}
        type="text"
        {...described}
        className="cz-input cz-input-digits"
        // No phone's number keys have a minus.
        inputMode={shape.isSigned ? 'text' : shape.decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        form={isApart && ''}
        value={shown}
        placeholder={plainWords(hint) ?? ' '}
        disabled={typeof label === 'symbol'}
        readOnly={!isEnabled}
        aria-required={field?.isRequired || undefined}
        onBlur={() => {
          leave();
          setTyped(undefined);
          setKeyRefused(false);
        }}
        onKeyDown={(event) => {
          // Return does not send the form while the number is incomplete.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !leave()) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onChange={change}
        onCompositionStart={compose}
        onCompositionEnd={compose}
      />
    </FieldBox>
  );
}

/**
 * A one-line box turns line ends and tabs into spaces, so two pasted numbers would become one. @returns a function
 * that removes the guard.
 */
function guardLines(control: HTMLInputElement | null, refuse: () => void): () => void {
  const guard = (event: InputEvent) => {
    if (!/\S\s*[\t\n\r]\s*\S/.test(event.data ?? '')) return;
    event.preventDefault();
    refuse();
  };
  control?.addEventListener('beforeinput', guard);
  return () => control?.removeEventListener('beforeinput', guard);
}

function valueOf(text: string, shape: NumberShape): number | undefined {
  const reading = readNumber(text, shape);
  return typeof reading === 'string' ? undefined : reading;
}

function shapeOf(
  { number, decimals, negative }: NumberFieldProps,
  { language, currency }: Locale,
): NumberShape {
  const byKind = { integer: 0, decimal: decimals, money: currency?.decimals ?? 2 };
  return {
    decimals: byKind[number],
    isSigned: negative === true,
    ...signsOf(language),
    currency: currency?.sign ?? '',
    isMinor: number === 'money',
  };
}

type Signs = Pick<NumberShape, 'point' | 'group'>;
const signs = new Map<string, Signs>();

function signsOf(language: string): Signs {
  const known = signs.get(language);
  if (known !== undefined) return known;
  const written =
    language === 'source'
      ? '1,234.5'
      : new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(1_234_567.5);
  const point = /[.,](?=\d$)/.exec(written)?.[0] === ',' ? ',' : '.';
  const group = point === ',' ? '.' : ',';
  const own: Signs = { point, group: written.includes(group) ? group : undefined };
  signs.set(language, own);
  return own;
}
