import { type ChangeEvent, useState } from 'react';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { type NumberShape, parseTyped, typeNumber, writeTyped } from '../../kit/typed-number.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Locale } from '../../plan/expression.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { NumberFieldProps } from '../props.generated.ts';

export const numberField = defineWidget<NumberFieldProps>({ type: 'number-field', Widget: NumberField });

/**
 * While it is written in it shows what was typed, and else its value: what stands there then is what is sent.
 * An amount stands there as amounts are read, with its sign and its thousands.
 */
function NumberField({ props, id, field, isEnabled, isApart, locale, money }: WidgetProps<NumberFieldProps>) {
  const { label, hint } = props;
  const isMoney = props.number === 'money';
  const shape = shapeOf(props, locale);
  const value = typeof field?.value === 'number' ? field.value : undefined;
  const [typed, setTyped] = useState<string>();
  const plain = value === undefined ? '' : writeTyped(value, shape, isMoney);
  // Another value than what was typed came from elsewhere.
  const written = typed !== undefined && parseTyped(typed, shape, isMoney) === value ? typed : plain;
  const shown =
    typed === undefined && isMoney && value !== undefined
      ? money(value)
      : typed === undefined
        ? plain
        : written;

  const take = ({ currentTarget: control }: ChangeEvent<HTMLInputElement>) => {
    const at = control.selectionStart ?? control.value.length;
    const { text, caret } = typeNumber(shown, control.value, at, shape);
    // Written here, because what React writes later would take the caret to the end.
    if (text !== control.value) {
      control.value = text;
      control.setSelectionRange(caret, caret);
    }
    setTyped(text);
    const fresh = parseTyped(text, shape, isMoney);
    if (fresh !== value) field?.set(fresh);
  };

  const described = describeControl({ id, hint, problem: field?.problem });
  return (
    <FieldBox
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
      typedInto={described.id}
    >
      <input
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
        onFocus={() => setTyped(plain)}
        onBlur={() => setTyped(undefined)}
        onChange={take}
      />
    </FieldBox>
  );
}

function shapeOf(
  { number, decimals, negative }: NumberFieldProps,
  { language, currency }: Locale,
): NumberShape {
  const byKind = { integer: 0, decimal: decimals, money: currency?.decimals ?? 2 };
  return { decimals: byKind[number], isSigned: negative === true, point: pointOf(language) };
}

const points = new Map<string, '.' | ','>();

function pointOf(language: string): '.' | ',' {
  const known = points.get(language);
  if (known !== undefined) return known;
  const written =
    language === 'source' ? '1.5' : new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(1.5);
  const point = written.includes(',') ? ',' : '.';
  points.set(language, point);
  return point;
}
