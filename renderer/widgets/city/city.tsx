import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { OptionSheet } from '../../kit/option-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { CityProps } from '../props.generated.ts';

export const city = defineWidget<CityProps>({ type: 'city', Widget: City });

/** A place that is not in the list, for example from an earlier reply, is shown unchanged. */
function City(given: WidgetProps<CityProps>) {
  const { places = [] } = given.props;
  const value = given.field?.value;
  const [isOpen, setOpen] = useState(false);
  const chosen = places.find((place) => isSameValue(place.value, value));
  const own = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <FieldOpener {...given} chosen={plainWords(chosen?.text) ?? own} onOpen={() => setOpen(true)}>
      {isOpen ? <OptionSheet {...given} options={places} onClose={() => setOpen(false)} /> : null}
    </FieldOpener>
  );
}
