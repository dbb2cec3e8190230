import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { renderFieldGroup } from '../../kit/field-group.tsx';
import { FoundOptions } from '../../kit/found-options.tsx';
import { OptionSheet } from '../../kit/option-sheet.tsx';
import { NoOptions } from '../../kit/options.tsx';
import { isSelected } from '../../kit/selection.ts';
import { renderSourceStatus } from '../../kit/source-status.tsx';
import { plainWords } from '../../kit/words.tsx';
import { isolate } from '../../plan/isolate.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoicesProps } from '../props.generated.ts';
import './choices.css';

export const choices = defineWidget<ChoicesProps>({
  type: 'choices',
  Widget: (given) => (given.props.look === 'sheet' ? <InSheet {...given} /> : <InPlace {...given} />),
});

function InPlace(given: WidgetProps<ChoicesProps>) {
  const { props, id, field, isEnabled, say } = given;
  return renderFieldGroup({
    ...given,
    className: 'cz-choices cz-card',
    labelClass: 'cz-field-label',
    hintClass: 'cz-options-hint',
    requiredWord: say('required'),
    children: renderSourceStatus(given) ?? (
      <FoundOptions
        id={id}
        label={plainWords(props.label)}
        options={props.options}
        isMany
        isWrong={field?.problem !== undefined}
        selection={field?.value}
        say={say}
        onSelect={(selection) => {
          if (isEnabled) field?.set(selection);
        }}
        empty={<NoOptions {...props} className="cz-options-hint" />}
      />
    ),
  });
}

/** A line that shows the choices and opens a sheet. The selection takes effect on confirmation. */
function InSheet(given: WidgetProps<ChoicesProps>) {
  const { props, field } = given;
  const [isOpen, setOpen] = useState(false);
  const picked = props.options.filter(({ value }) => isSelected(field?.value, value, true));
  const chosen = picked.map(({ text }) => isolate(plainWords(text) ?? ''));
  const languages = new Set(picked.map(({ spoken }) => spoken?.text));
  return (
    <FieldOpener
      {...given}
      chosen={chosen.length === 0 ? undefined : chosen.join(', ')}
      chosenLang={languages.size === 1 ? [...languages][0] : undefined}
      onOpen={() => setOpen(true)}
    >
      {isOpen ? (
        <OptionSheet
          {...given}
          options={props.options}
          isMany
          empty={<NoOptions {...props} className="cz-options-hint" />}
          status={renderSourceStatus(given)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </FieldOpener>
  );
}
