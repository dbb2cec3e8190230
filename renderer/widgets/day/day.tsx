import { useState } from 'react';
import {
  type DayParts,
  type DayRange,
  daysOf,
  monthsOf,
  parseDay,
  settleDay,
  writeDay,
  yearsOf,
} from '../../kit/calendar.ts';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { PickerSheet } from '../../kit/picker-sheet.tsx';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { DayProps } from '../props.generated.ts';
import './day.css';

export const day = defineWidget<DayProps>({ type: 'day', Widget: Day });

/** Where the definition sets no limits. */
const WIDEST: DayRange = { earliest: '1900-01-01', latest: '2099-12-31' };
const NOTHING: DayParts = { year: undefined, month: undefined, day: undefined };

/**
 * Three lists of the system's own, which a phone draws as wheels and a keyboard types into. The control
 * for dates would be shorter, but iOS ignores its limits.
 */
function Day({ props, id, field, isEnabled, say, cover }: WidgetProps<DayProps>) {
  const [draft, setDraft] = useState<DayParts>();
  const { label, hint, ok, cancel } = props;
  const value = typeof field?.value === 'string' && field.value !== '' ? field.value : undefined;
  const range: DayRange = {
    earliest: plainWords(props.earliest) ?? WIDEST.earliest,
    latest: plainWords(props.latest) ?? WIDEST.latest,
  };
  const close = () => setDraft(undefined);
  const picked = draft && writeDay(draft);
  const choose = (patch: Partial<DayParts>) => setDraft(settleDay({ ...NOTHING, ...draft, ...patch }, range));
  return (
    <FieldBox
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
    >
      <button
        type="button"
        {...describeControl({ id, hint, problem: field?.problem })}
        className={
          value === undefined ? 'cz-input cz-input-opener cz-input-empty' : 'cz-input cz-input-opener'
        }
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-control`}
        aria-disabled={!isEnabled || typeof label === 'symbol' || undefined}
        onClick={() => {
          if (isEnabled && typeof label !== 'symbol') setDraft(parseDay(value) ?? NOTHING);
        }}
      >
        {value ?? say('Choose')}
      </button>
      {draft === undefined ? null : (
        <PickerSheet
          id={`${id}-sheet`}
          title={label}
          ok={ok ?? say('Confirm')}
          cancel={cancel ?? say('Cancel')}
          closeLabel={say('Close')}
          canConfirm={picked !== undefined}
          onDismiss={close}
          onConfirm={() => {
            field?.set(picked);
            close();
          }}
          cover={cover}
        >
          <div className="cz-day-parts">
            <Part
              label={say('Year')}
              value={draft.year}
              among={yearsOf(range)}
              onChoose={(year) => choose({ year })}
            />
            <Part
              label={say('Month')}
              value={draft.month}
              among={monthsOf(draft, range)}
              onChoose={(month) => choose({ month })}
            />
            <Part
              label={say('Day')}
              value={draft.day}
              among={daysOf(draft, range)}
              onChoose={(chosen) => choose({ day: chosen })}
            />
          </div>
        </PickerSheet>
      )}
    </FieldBox>
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
