import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { renderFieldGroup } from '../../kit/field-group.tsx';
import { Options } from '../../kit/options.tsx';
import { SourceStatus } from '../../kit/source-status.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoiceProps } from '../props.generated.ts';
import { ChoiceSheet } from './choice-sheet.tsx';
import './choice.css';

export const choice = defineWidget<ChoiceProps>({
  type: 'choice',
  Widget: (given) =>
    given.props.look === 'sheet' ? <ChoiceInSheet {...given} /> : <ChoiceInPlace {...given} />,
});

function ChoiceInPlace(given: WidgetProps<ChoiceProps>) {
  const { props, id, field, isEnabled, say } = given;
  return renderFieldGroup({
    ...given,
    className: 'cz-choice cz-card',
    labelClass: 'cz-choice-label',
    hintClass: 'cz-choice-hint',
    children:
      field?.source !== undefined ? (
        <SourceStatus source={field.source} onRetry={() => field.readAgain?.()} say={say} />
      ) : props.options.length === 0 ? (
        <p className="cz-choice-empty">
          <Words of={props.empty} lang={props.spoken?.empty} />
        </p>
      ) : (
        <Options
          name={id}
          look={props.look === 'segmented' ? 'segmented' : 'list'}
          options={props.options}
          isChosen={(value) => isSameValue(value, field?.value)}
          onChoose={(value) => {
            if (isEnabled) field?.set(value);
          }}
        />
      ),
  });
}

/** A line that shows the choice and opens a sheet. The selection takes effect on confirmation. */
function ChoiceInSheet(given: WidgetProps<ChoiceProps>) {
  const { props, field } = given;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<ChoiceProps['options'][number]>();
  // A search result, or an option that is being read again, may be missing in the list.
  const chosen = [...props.options, ...(picked ? [picked] : [])].find((option) =>
    isSameValue(option.value, field?.value),
  );
  return (
    <FieldOpener
      {...given}
      chosen={chosen?.text}
      chosenLang={chosen?.spoken?.text}
      onOpen={() => setOpen(true)}
    >
      {isOpen ? (
        <ChoiceSheet
          {...given}
          onPick={(option) => setPicked(option ?? picked)}
          onClose={() => {
            setOpen(false);
            field?.search?.('');
          }}
        />
      ) : null}
    </FieldOpener>
  );
}
