import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { CityProps } from '../props.generated.ts';
import { CitySheet } from './city-sheet.tsx';

export const city = defineWidget<CityProps>({ type: 'city', Widget: City });

/** A place that is not in the list, for example from an earlier reply, is shown unchanged. */
function City(given: WidgetProps<CityProps>) {
  const { props, field } = given;
  const [isOpen, setOpen] = useState(false);
  const chosen = props.places?.find((place) => isSameValue(place.value, field?.value));
  const own = typeof field?.value === 'string' && field.value !== '' ? field.value : undefined;
  return (
    <FieldOpener {...given} chosen={plainWords(chosen?.text) ?? own} onOpen={() => setOpen(true)}>
      {isOpen ? <CitySheet {...given} onClose={() => setOpen(false)} /> : null}
    </FieldOpener>
  );
}
