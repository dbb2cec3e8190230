import { useState } from 'react';
import { FoundOptions } from '../../kit/found-options.tsx';
import { isPicked, PickerSheet } from '../../kit/picker-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { CityProps } from '../props.generated.ts';
import { LookedUpPlaces } from './looked-up-places.tsx';

/** The places of the definition or of a service, in a sheet. The selection takes effect on confirmation. */
export function CitySheet({ onClose, ...given }: WidgetProps<CityProps> & { onClose(): void }) {
  const { props, id, field, say } = given;
  const [draft, setDraft] = useState<Value | undefined>(field?.value);
  const { label, places = [] } = props;
  return (
    <PickerSheet
      {...given}
      canConfirm={isPicked(places, draft)}
      onDismiss={onClose}
      onConfirm={() => {
        field?.set(draft);
        onClose();
      }}
    >
      {field?.lookUp === undefined ? (
        <FoundOptions
          id={`${id}-sheet`}
          label={plainWords(label)}
          options={places}
          isChosen={(value) => isSameValue(value, draft)}
          say={say}
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
