import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { renderFieldGroup } from '../../kit/field-group.tsx';
import { OptionSheet } from '../../kit/option-sheet.tsx';
import { NoOptions, Options } from '../../kit/options.tsx';
import { renderSourceStatus } from '../../kit/source-status.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoiceProps } from '../props.generated.ts';
import './choice.css';

export const choice = defineWidget<ChoiceProps>({
  type: 'choice',
  Widget: (given) =>
    given.props.look === 'sheet' ? <ChoiceInSheet {...given} /> : <ChoiceInPlace {...given} />,
});

function ChoiceInPlace(given: WidgetProps<ChoiceProps>) {
  const { props, id, field, isEnabled } = given;
  return renderFieldGroup({
    ...given,
    className: 'cz-choice cz-card',
    labelClass: 'cz-choice-label',
    hintClass: 'cz-options-hint',
    children:
      renderSourceStatus(given) ??
      (props.options.length === 0 ? (
        <NoOptions {...props} className="cz-choice-empty" />
      ) : (
        <Options
          name={id}
          look={props.look === 'segmented' ? 'segmented' : 'list'}
          options={props.options}
          selection={field?.value}
          onChoose={(value) => {
            if (isEnabled) field?.set(value);
          }}
        />
      )),
  });
}

/** A line that shows the choice and opens a sheet. The selection takes effect on confirmation. */
function ChoiceInSheet(given: WidgetProps<ChoiceProps>) {
  const { props, field } = given;
  const { options } = props;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<ChoiceProps['options'][number]>();
  // A search result, or an option that is being read again, may be missing in the list.
  const chosen = [...options, ...(picked ? [picked] : [])].find((option) =>
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
        <OptionSheet
          {...given}
          options={options}
          empty={<NoOptions {...props} className="cz-choice-empty" />}
          status={renderSourceStatus(given)}
          onSearch={field?.search}
          onPick={(value) => setPicked(options.find((option) => isSameValue(option.value, value)) ?? picked)}
          onClose={() => {
            setOpen(false);
            field?.search?.('');
          }}
        />
      ) : null}
    </FieldOpener>
  );
}
