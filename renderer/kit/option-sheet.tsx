import { type ReactNode, useState } from 'react';
import type { Lookup } from '../plan/lookup.ts';
import { FoundOptions } from './found-options.tsx';
import { LookedUpPlaces } from './looked-up-places.tsx';
import type { ShownOption } from './options.tsx';
import { PickerSheet, type PickerSheetProps } from './picker-sheet.tsx';
import { isPicked, isSelected, type Selection } from './selection.ts';
import { plainWords } from './words.tsx';

interface OptionSheetProps extends Pick<PickerSheetProps, 'id' | 'props' | 'say' | 'cover'> {
  readonly field?: {
    readonly value: Selection;
    set(selection: Selection): void;
    lookUp?(): Lookup;
  };
  readonly options: readonly ShownOption[];
  readonly isMany?: true;
  /** Shown if there are no options. */
  readonly empty?: ReactNode;
  /** Shown while the options are missing. */
  readonly status?: ReactNode;
  /** The caller searches. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Called on confirmation, before the field is set. */
  onPick?(selection: Selection): void;
  onClose(): void;
}

/** The options of a field, or places from a service, in a sheet. The selection takes effect on confirmation. */
export function OptionSheet({
  options,
  isMany,
  empty,
  status,
  onSearch,
  onPick,
  onClose,
  ...given
}: OptionSheetProps) {
  const { id, props, field, say } = given;
  const [draft, setDraft] = useState(field?.value);
  // An empty list can be confirmed if it clears an earlier one.
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
        <FoundOptions
          {...list}
          options={options}
          isMany={isMany}
          empty={empty}
          status={status}
          onSearch={onSearch}
        />
      ) : (
        <LookedUpPlaces {...list} lookUp={field.lookUp} />
      )}
    </PickerSheet>
  );
}
