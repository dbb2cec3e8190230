import { useState } from 'react';
import type { DayRange } from '../../kit/calendar.ts';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { LazyCode, LazyPart } from '../../kit/lazy-part.tsx';
import { plainValue } from '../../kit/words.tsx';
import { formatDate } from '../../plan/format.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { DayProps } from '../props.generated.ts';

export const daySheet = new LazyCode(() => import('./day-sheet.tsx').then((module) => module.DaySheet));

export const day = defineWidget<DayProps>({ type: 'day', Widget: Day, parts: [daySheet] });

/** Default limits. */
const WIDEST: DayRange = { earliest: '1900-01-01', latest: '2099-12-31' };

/** The day of a limit: a Date may have a time of day. */
function dayOf(limit: DayProps['earliest']): string | undefined {
  return plainValue(limit)?.slice(0, 10);
}

/** A line that shows the day and opens a sheet. Pressing a digit opens it with the digit typed. */
function Day(given: WidgetProps<DayProps>) {
  const { props, field, locale } = given;
  const [opened, setOpened] = useState<{ readonly typed: string; readonly tries: number }>();
  // Digits that are typed before the code of the sheet has come stay together.
  const open = (digit = '') =>
    setOpened((before) => ({ typed: (before?.typed ?? '') + digit, tries: (before?.tries ?? 0) + 1 }));
  const value = typeof field?.value === 'string' && field.value !== '' ? field.value : undefined;
  const range: DayRange = {
    earliest: dayOf(props.earliest) ?? WIDEST.earliest,
    latest: dayOf(props.latest) ?? WIDEST.latest,
  };
  const close = () => setOpened(undefined);
  return (
    <FieldOpener
      {...given}
      chosen={value === undefined ? undefined : formatDate(value, 'medium', locale)}
      onOpen={open}
      onDigit={open}
    >
      {opened === undefined ? null : (
        <LazyPart
          // A new key for each try: after a failed fetch, the next tap fetches again.
          key={opened.tries}
          code={daySheet}
          draw={(DaySheet) => (
            <DaySheet
              {...given}
              value={value}
              typed={opened.typed}
              range={range}
              onConfirm={(picked) => {
                field?.set(picked);
                close();
              }}
              onDismiss={close}
            />
          )}
        />
      )}
    </FieldOpener>
  );
}
