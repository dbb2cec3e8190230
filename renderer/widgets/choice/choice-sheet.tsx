import { useState } from 'react';
import { FoundOptions } from '../../kit/found-options.tsx';
import { isPicked, PickerSheet } from '../../kit/picker-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { SourceStatus } from '../../kit/source-status.tsx';
import { plainWords, Words } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { ChoiceProps } from '../props.generated.ts';

interface ChoiceSheetProps extends WidgetProps<ChoiceProps> {
  /** Called on confirmation; undefined if the value is not among the options. */
  onPick(option: ChoiceProps['options'][number] | undefined): void;
  onClose(): void;
}

/** The options in a sheet. The selection takes effect on confirmation. */
export function ChoiceSheet({ onPick, onClose, ...given }: ChoiceSheetProps) {
  const { props, id, field, say } = given;
  const [draft, setDraft] = useState<Value | undefined>(field?.value);
  const { label, options, empty } = props;
  return (
    <PickerSheet
      {...given}
      canConfirm={isPicked(options, draft)}
      onDismiss={onClose}
      onConfirm={() => {
        onPick(options.find((option) => isSameValue(option.value, draft)));
        field?.set(draft);
        onClose();
      }}
    >
      {options.length === 0 && field?.source === undefined && field?.search === undefined ? (
        <p className="cz-choice-empty">
          <Words of={empty} lang={props.spoken?.empty} />
        </p>
      ) : (
        <FoundOptions
          id={`${id}-sheet`}
          label={plainWords(label)}
          options={options}
          isChosen={(value) => isSameValue(value, draft)}
          say={say}
          onChoose={setDraft}
          onSearch={field?.search}
          status={
            field?.source === undefined ? undefined : (
              <SourceStatus source={field.source} onRetry={() => field.readAgain?.()} say={say} />
            )
          }
        />
      )}
    </PickerSheet>
  );
}
