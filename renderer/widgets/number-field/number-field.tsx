import { useEffect, useState } from 'react';
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
import type { Locale, Value } from '../../plan/expression.ts';
import type { EngineWord } from '../../plan/words.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { NumberFieldProps } from '../props.generated.ts';
import { Slider } from './slider.tsx';

export const numberField = defineWidget<NumberFieldProps>({
  type: 'number-field',
  Widget: NumberField,
  isUncontrolled: true,
});

const ONE_DECIMAL = 'Enter no more than 1 digit after the decimal point.';

const REFUSALS: { readonly [refusal in Refusal]: EngineWord } = {
  whole: 'Enter a whole number.',
  decimals: 'Enter no more than {count} digits after the decimal point.',
  negative: 'Enter 0 or a higher number.',
  long: 'This number has too many digits.',
  unclear: 'This cannot be read as one number. Enter its digits.',
};

type OldText = Pick<NumberEdit, 'old' | 'isWritten'>;

interface Given {
  /** For a field outside a form; a form writes into its controls itself. */
  readonly value: { readonly of: Value | undefined } | undefined;
  readonly shape: NumberShape;
  /** Formats the value for display while nobody types. */
  write(value: number): string;
  set(value: number | undefined): void;
}

/**
 * The number and the text of one input. react-hook-form uses it as the field's control: it reads and writes `value`.
 *
 * Shows the formatted value (an amount with currency and thousands) until the first edit, then the typed text. Focus
 * does not change the text, so the browser's selection stays. An edit that gives no number is refused with a message.
 */
class NumberControl {
  /** react-hook-form treats it as a text input. */
  readonly type = 'text';
  private box: HTMLInputElement | null = null;
  private given: Given;
  private number: number | undefined;
  /** The typed text; undefined while the formatted value is shown. */
  private typed: string | undefined;
  private refusal: Refusal | undefined;
  /** Whether a key was refused since the field got the focus. */
  private isKeyRefused = false;
  /** The text before an input method started composition. */
  private composing: OldText | undefined;
  private readonly tell: (refusal: Refusal | undefined) => void;
  /** Shows the number outside the text, if there is a slider. */
  private follow: ((number: number | undefined) => void) | undefined;

  constructor(given: Given, tell: (refusal: Refusal | undefined) => void) {
    this.given = given;
    this.tell = tell;
  }

  get value(): number | null {
    return this.number ?? null;
  }

  /** The form writes the value by this setter. */
  set value(value: unknown) {
    const number = typeof value === 'number' ? value : undefined;
    // The typed text and the refusal belong to the former value.
    if (number !== this.number) {
      this.number = number;
      this.typed = undefined;
      this.isKeyRefused = false;
      this.refuse(undefined);
    }
    this.show();
  }

  hold(box: HTMLInputElement | null, given: Given): void {
    this.box = box;
    if (box === null) return;
    this.given = given;
    if (given.value === undefined) this.show();
    else this.value = given.value.of;
  }

  /** @returns a function that ends it. */
  watch(follow: (number: number | undefined) => void): () => void {
    this.follow = follow;
    follow(this.number);
    return () => (this.follow = undefined);
  }

  /** Takes a number that was chosen without typing. */
  pick(number: number): void {
    this.value = number;
    this.given.set(number);
  }

  private show(): void {
    const { shown, box } = this;
    this.follow?.(this.number);
    // A write would cancel the composition of an input method.
    if (box !== null && this.composing === undefined && box.value !== shown) box.value = shown;
  }

  edit(box: HTMLInputElement, event: Event): void {
    const isTyping = event instanceof InputEvent && event.inputType === 'insertText';
    if (this.composing === undefined) this.take(box, this.shownText, isTyping);
  }

  compose(box: HTMLInputElement, type: string): void {
    const before = this.composing;
    this.composing = type === 'compositionstart' ? this.shownText : undefined;
    if (type === 'compositionend' && before !== undefined) this.take(box, before, true);
  }

  /** @returns whether the typed text is not a number. */
  check(): boolean {
    const reading = this.typed === undefined ? undefined : readNumber(this.typed, this.given.shape);
    if (typeof reading !== 'string') return false;
    this.refuse(this.refusal ?? reading);
    return true;
  }

  leave(): void {
    this.check();
    this.typed = undefined;
    this.isKeyRefused = false;
    this.show();
  }

  /**
   * Refuses a paste of two numbers: a one-line box turns line ends and tabs into spaces, so they would become one number.
   *
   * @returns a function that removes the listener.
   */
  guardLines(): () => void {
    const { box } = this;
    const guard = (event: InputEvent) => {
      if (!/\S\s*[\t\n\r]\s*\S/.test(event.data ?? '')) return;
      event.preventDefault();
      this.refuse('unclear');
    };
    box?.addEventListener('beforeinput', guard);
    return () => box?.removeEventListener('beforeinput', guard);
  }

  private refuse(refusal: Refusal | undefined): void {
    this.refusal = refusal;
    this.tell(refusal);
  }

  private get shown(): string {
    return this.typed ?? (this.number === undefined ? '' : this.given.write(this.number));
  }

  private get shownText(): OldText {
    return { old: this.shown, isWritten: this.typed === undefined };
  }

  private take(box: HTMLInputElement, { old, isWritten }: OldText, isTyping: boolean): void {
    const { shape, set } = this.given;
    const edited = box.value;
    const caret = box.selectionStart ?? edited.length;
    const taken = typeNumber({ old, isWritten, edited, caret, isTyping }, shape);
    if (taken.text !== box.value) {
      box.value = taken.text;
      box.setSelectionRange(taken.from, taken.to);
    }
    // The next key does not remove the message: `1e5` without its `e` is another number.
    this.isKeyRefused = isTyping && (this.isKeyRefused || taken.refusal !== undefined);
    this.refuse(taken.refusal ?? (this.isKeyRefused ? this.refusal : undefined));
    this.typed = isWritten && taken.refusal !== undefined ? undefined : taken.text;
    if (taken.value === this.number) return;
    this.number = taken.value;
    this.follow?.(taken.value);
    set(taken.value);
  }
}

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
  const { joint } = field ?? {};
  const registered = joint?.control.register(joint.name);
  const shape = shapeOf(props, locale);
  const given: Given = {
    value: joint === undefined ? { of: field?.value } : undefined,
    shape,
    write: (value) => (shape.isMinor ? money(value) : writeTyped(value, shape)),
    set: (value) =>
      joint === undefined
        ? field?.set(value)
        : void registered?.onChange({ target: { name: joint.name, value: value ?? null } }),
  };
  const [refusal, setRefusal] = useState<Refusal>();
  const [control] = useState(() => new NumberControl(given, setRefusal));
  useEffect(() => control.guardLines(), [control]);

  const count = shape.decimals;
  const problem =
    refusal === undefined
      ? field?.problem
      : refusal === 'decimals' && count === 1
        ? say(ONE_DECIMAL)
        : say(REFUSALS[refusal], { count });
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
        ref={(box) => {
          registered?.ref(box && control);
          control.hold(box, given);
        }}
        type="text"
        {...described}
        className="cz-input cz-input-digits"
        // The number keyboards of phones have no minus.
        inputMode={shape.isSigned ? 'text' : shape.decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        form={isApart && ''}
        defaultValue={typeof field?.value === 'number' ? given.write(field.value) : ''}
        placeholder={plainWords(hint) ?? ' '}
        disabled={typeof label === 'symbol'}
        readOnly={!isEnabled}
        aria-required={field?.isRequired || undefined}
        onBlur={() => control.leave()}
        onKeyDown={(event) => {
          // Return does not submit the form while the number is incomplete.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !control.check()) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onChange={({ currentTarget, nativeEvent }) => control.edit(currentTarget, nativeEvent)}
        onCompositionStart={({ currentTarget, type }) => control.compose(currentTarget, type)}
        onCompositionEnd={({ currentTarget, type }) => control.compose(currentTarget, type)}
      />
      {props.look === 'slider' && typeof props.min === 'number' && typeof props.max === 'number' ? (
        <Slider
          control={control}
          label={plainWords(label)}
          min={props.min}
          max={props.max}
          step={props.step ?? (shape.isMinor ? 10 ** shape.decimals : 1)}
          isEnabled={isEnabled}
          write={given.write}
          say={say}
        />
      ) : null}
    </FieldBox>
  );
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
