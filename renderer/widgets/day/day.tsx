import { useState } from 'react';
import type { DayRange } from '../../kit/calendar.ts';
import { describeControl, FieldBox } from '../../kit/field.tsx';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { DayProps } from '../props.generated.ts';
import { DaySheet } from './day-sheet.tsx';

export const day = defineWidget<DayProps>({ type: 'day', Widget: Day });

/** Where the definition sets no limits. */
const WIDEST: DayRange = { earliest: '1900-01-01', latest: '2099-12-31' };

/** One line that says which day; a digit struck on it is already typed. */
function Day({ props, id, field, isEnabled, say, cover }: WidgetProps<DayProps>) {
  const [opened, setOpened] = useState<{ readonly typed: string }>();
  const { label, hint } = props;
  const value = typeof field?.value === 'string' && field.value !== '' ? field.value : undefined;
  const range: DayRange = {
    earliest: plainWords(props.earliest) ?? WIDEST.earliest,
    latest: plainWords(props.latest) ?? WIDEST.latest,
  };
  const open = (typed: string) => {
    if (isEnabled && typeof label !== 'symbol') setOpened({ typed });
  };
  const close = () => setOpened(undefined);
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
        onClick={() => open('')}
        onKeyDown={(event) => {
          if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          open(event.key);
        }}
      >
        {value ?? say('Choose')}
      </button>
      {opened === undefined ? null : (
        <DaySheet
          id={`${id}-sheet`}
          title={label}
          ok={props.ok ?? say('Confirm')}
          cancel={props.cancel ?? say('Cancel')}
          value={value}
          typed={opened.typed}
          range={range}
          say={say}
          cover={cover}
          onConfirm={(picked) => {
            field?.set(picked);
            close();
          }}
          onDismiss={close}
        />
      )}
    </FieldBox>
  );
}
