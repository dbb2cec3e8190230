import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import {
  type DayParts,
  type DayRange,
  daysOf,
  findDayFault,
  monthsOf,
  parseDay,
  settleDay,
  writeDay,
  yearsOf,
} from '../../kit/calendar.ts';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { PickerSheet } from '../../kit/picker-sheet.tsx';
import { FieldNote } from '../../kit/left-out.tsx';
import { completeDay, hasMoreThanDay, typeDay } from '../../kit/typed-day.ts';
import { plainWords } from '../../kit/words.tsx';
import type { WidgetProps } from '../define-widget.ts';
import type { DayProps } from '../props.generated.ts';
import './day.css';

interface DaySheetProps extends WidgetProps<DayProps> {
  /** The current day, YYYY-MM-DD. */
  readonly value: string | undefined;
  /** The first typed characters; empty if the sheet was opened by a tap. */
  readonly typed: string;
  readonly range: DayRange;
  onConfirm(day: string): void;
  /** For Cancel, X, mask, Escape and Back. */
  onDismiss(): void;
}

const NOTHING: DayParts = { year: undefined, month: undefined, day: undefined };

/**
 * Three native lists, which phones show as wheels, and a text line. The most recently used of the two gives
 * the day. A native date input would be simpler, but iOS ignores its limits.
 */
export function DaySheet({ range, onConfirm, ...given }: DaySheetProps) {
  const { props, say } = given;
  const [parts, setParts] = useState(given.typed === '' ? (parseDay(given.value) ?? NOTHING) : NOTHING);
  const [typed, setTyped] = useState<string | undefined>(given.typed === '' ? undefined : given.typed);
  const [isLeft, setLeft] = useState(false);
  /** Part of the typed or pasted text was removed. */
  const [isCut, setCut] = useState(false);
  const line = useRef<HTMLInputElement>(null);
  const isTyping = useRef(given.typed !== '');
  useEffect(() => {
    if (isTyping.current) line.current?.focus();
  }, []);

  const shown = typed ?? writeDay(parts) ?? '';
  const fault = findDayFault(completeDay(shown), range, say);
  const picked = fault === undefined && parseDay(completeDay(shown)) ? completeDay(shown) : undefined;
  const problem = isLeft ? fault : undefined;

  const id = `${given.id}-sheet-typed`;
  const described = describeControl({ id, hint: undefined, problem });

  const choose = (patch: Partial<DayParts>) => {
    setTyped(undefined);
    setCut(false);
    setParts(settleDay({ ...NOTHING, ...parts, ...patch }, range));
  };
  const type = (text: string) => {
    setTyped(text);
    setParts(findDayFault(text, range, say) === undefined ? (parseDay(text) ?? NOTHING) : NOTHING);
  };
  const take = ({ currentTarget: control }: ChangeEvent<HTMLInputElement>) => {
    const { value: edited, selectionStart } = control;
    const at = selectionStart ?? edited.length;
    if (hasMoreThanDay(edited)) {
      const before = Math.max(0, at - Math.max(0, edited.length - shown.length));
      control.value = shown;
      control.setSelectionRange(before, before);
      setCut(true);
      return;
    }
    if (edited.length < shown.length) setCut(false);
    const { text, caret } = typeDay(shown, edited, at);
    // Written here, because a later write by React would move the caret to the end.
    if (text !== control.value) {
      control.value = text;
      control.setSelectionRange(caret, caret);
    }
    setLeft(false);
    type(text);
  };
  const leave = () => {
    if (typed !== undefined) type(completeDay(typed));
    setLeft(true);
    setCut(false);
  };
  const confirm = () => {
    if (picked !== undefined) onConfirm(picked);
  };

  return (
    <PickerSheet {...given} canConfirm={picked !== undefined} onConfirm={confirm}>
      <div className="cz-day-parts">
        <Part
          label={say('Year')}
          value={parts.year}
          among={yearsOf(range)}
          onChoose={(year) => choose({ year })}
        />
        <Part
          label={say('Month')}
          value={parts.month}
          among={monthsOf(parts, range)}
          onChoose={(month) => choose({ month })}
        />
        <Part
          label={say('Day')}
          value={parts.day}
          among={daysOf(parts, range)}
          onChoose={(day) => choose({ day })}
        />
      </div>
      <FieldBox
        id={id}
        label={say('Or type it')}
        // The placeholder disappears when the person types.
        hint={say('YYYY-MM-DD')}
        problem={problem}
        isRequired={false}
        typedInto={described.id}
      >
        <input
          ref={line}
          type="text"
          {...described}
          aria-label={[plainWords(props.label), say('Or type it'), say('YYYY-MM-DD')].join(', ')}
          className="cz-input cz-input-digits"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={shown}
          placeholder={say('YYYY-MM-DD')}
          onChange={take}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Return would submit the form around the sheet.
            event.preventDefault();
            leave();
            confirm();
          }}
        />
        <FieldNote words={isCut ? say('Type the date as YYYY-MM-DD, for example 2026-03-05.') : ''} />
      </FieldBox>
    </PickerSheet>
  );
}

interface PartProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly among: readonly number[];
  onChoose(value: number | undefined): void;
}

function Part({ label, value, among, onChoose }: PartProps) {
  return (
    <label className="cz-day-part">
      <span className="cz-field-label">{label}</span>
      <select
        className="cz-input"
        value={value ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChoose(chosen === '' ? undefined : Number(chosen));
        }}
      >
        <option value="">–</option>
        {among.map((number) => (
          <option key={number} value={number}>
            {String(number).padStart(2, '0')}
          </option>
        ))}
      </select>
    </label>
  );
}
