import { useState } from 'react';
import type { Lookup } from '../plan/lookup.ts';
import { FoundOptions, type FoundOptionsProps } from './found-options.tsx';
import { LookedUpPlaces } from './looked-up-places.tsx';
import { PickerSheet, type PickerSheetProps } from './picker-sheet.tsx';
import { isPicked, isSelected, type Selection } from './selection.ts';
import { plainWords } from './words.tsx';

interface OptionSheetProps
  extends Pick<PickerSheetProps, 'id' | 'props' | 'say' | 'cover'>,
    Pick<FoundOptionsProps, 'options' | 'isMany' | 'empty' | 'status' | 'onSearch'> {
  readonly field?: {
    readonly value: Selection;
    set(selection: Selection): void;
    lookUp?(): Lookup;
  };
  /** Called on confirmation, before the field is set. */
  onPick?(selection: Selection): void;
  onClose(): void;
}

/** The options of a field, or places from a service, in a sheet. The selection takes effect on confirmation. */
export function OptionSheet({ onPick, onClose, ...given }: OptionSheetProps) {
  const { id, props, field, say, options, isMany } = given;
  const [draft, setDraft] = useState(field?.value);
  // An empty selection can be confirmed if it clears an earlier one.
  const clears = isMany === true && options.some(({ value }) => isSelected(field?.value, value, isMany));
  const list = {
    id: `${id}-sheet`,
    label: plainWords(props.label),
    selection: draft,
    say,
    onSelect: setDraft,
  };
  return (
    <PickerSheet
      {...given}
      canConfirm={clears || isPicked(options, draft, isMany)}
      onDismiss={onClose}
      onConfirm={() => {
        onPick?.(draft);
        field?.set(draft);
        onClose();
      }}
    >
      {field?.lookUp === undefined ? (
        <FoundOptions {...given} {...list} />
      ) : (
        <LookedUpPlaces {...list} lookUp={field.lookUp} />
      )}
    </PickerSheet>
  );
}
