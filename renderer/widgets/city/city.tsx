import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { FoundOptions } from '../../kit/found-options.tsx';
import { PickerSheet } from '../../kit/picker-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { CityProps } from '../props.generated.ts';
import { LookedUpPlaces } from './looked-up-places.tsx';

export const city = defineWidget<CityProps>({ type: 'city', Widget: City });

/** A place that is not in the list, as an earlier reply may have it, is shown as it is. */
function City({ props, id, field, isEnabled, say, cover }: WidgetProps<CityProps>) {
  const [draft, setDraft] = useState<{ value: Value | undefined }>();
  const { label, hint, places = [], ok, cancel } = props;
  const chosen = places.find((place) => isSameValue(place.value, field?.value));
  const own = typeof field?.value === 'string' && field.value !== '' ? field.value : undefined;
  const close = () => setDraft(undefined);
  return (
    <FieldOpener
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
      isEnabled={isEnabled}
      chosen={plainWords(chosen?.text) ?? own}
      choose={say('Choose')}
      onOpen={() => setDraft({ value: field?.value })}
    >
      {draft === undefined ? null : (
        <PickerSheet
          id={`${id}-sheet`}
          title={label}
          ok={ok ?? say('Confirm')}
          cancel={cancel ?? say('Cancel')}
          closeLabel={say('Close')}
          onDismiss={close}
          onConfirm={() => {
            field?.set(draft.value);
            close();
          }}
          cover={cover}
        >
          {field?.lookUp === undefined ? (
            <FoundOptions
              id={`${id}-sheet`}
              label={plainWords(label)}
              options={places}
              isChosen={(value) => isSameValue(value, draft.value)}
              words={{ search: say('Search'), none: say('Nothing found'), more: say('Type to find more') }}
              onChoose={(value) => setDraft({ value })}
            />
          ) : (
            <LookedUpPlaces
              id={`${id}-sheet`}
              label={plainWords(label)}
              lookUp={field.lookUp}
              value={draft.value}
              say={say}
              onChoose={(value) => setDraft({ value })}
            />
          )}
        </PickerSheet>
      )}
    </FieldOpener>
  );
}
