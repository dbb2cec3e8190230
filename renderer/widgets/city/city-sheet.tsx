import { useState } from 'react';
import { FoundOptions } from '../../kit/found-options.tsx';
import { isPicked, PickerSheet } from '../../kit/picker-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { CityProps } from '../props.generated.ts';
import { LookedUpPlaces } from './looked-up-places.tsx';

/** The places, of the definition or of a service: one counts when it is confirmed. */
export function CitySheet({
  props,
  id,
  field,
  say,
  cover,
  onClose,
}: WidgetProps<CityProps> & { onClose(): void }) {
  const [draft, setDraft] = useState<Value | undefined>(field?.value);
  const { label, places = [], ok, cancel } = props;
  return (
    <PickerSheet
      id={`${id}-sheet`}
      title={label}
      ok={ok ?? say('Confirm')}
      cancel={cancel ?? say('Cancel')}
      spoken={props.spoken}
      closeLabel={say('Close')}
      canConfirm={isPicked(places, draft)}
      onDismiss={onClose}
      onConfirm={() => {
        field?.set(draft);
        onClose();
      }}
      cover={cover}
    >
      {field?.lookUp === undefined ? (
        <FoundOptions
          id={`${id}-sheet`}
          label={plainWords(label)}
          options={places}
          isChosen={(value) => isSameValue(value, draft)}
          words={{ search: say('Search'), none: say('Nothing found'), more: say('Type to find more') }}
          onChoose={setDraft}
        />
      ) : (
        <LookedUpPlaces
          id={`${id}-sheet`}
          label={plainWords(label)}
          lookUp={field.lookUp}
          value={draft}
          say={say}
          onChoose={setDraft}
        />
      )}
    </PickerSheet>
  );
}
