import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { renderFieldGroup } from '../../kit/field-group.tsx';
import { FoundOptions } from '../../kit/found-options.tsx';
import { PickerSheet } from '../../kit/picker-sheet.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords, Words } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import { isolate } from '../../plan/isolate.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoicesProps } from '../props.generated.ts';
import './choices.css';

export const choices = defineWidget<ChoicesProps>({
  type: 'choices',
  Widget: (given) => (given.props.look === 'sheet' ? <InSheet {...given} /> : <InPlace {...given} />),
});

/** Adds or removes an option. Keeps the order of the options; an empty list becomes undefined. */
function toggle(
  options: ChoicesProps['options'],
  chosen: readonly Value[],
  value: Value,
): readonly Value[] | undefined {
  const isIn = (list: readonly Value[], one: Value) => list.some((other) => isSameValue(other, one));
  const wanted = isIn(chosen, value)
    ? chosen.filter((other) => !isSameValue(other, value))
    : [...chosen, value];
  const ordered = options.map((option) => option.value).filter((one) => isIn(wanted, one));
  return ordered.length === 0 ? undefined : ordered;
}

function chosenOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

const isAmong = (chosen: readonly Value[]) => (value: Value) =>
  chosen.some((other) => isSameValue(other, value));

function InPlace(given: WidgetProps<ChoicesProps>) {
  const { props, id, field, isEnabled, say } = given;
  const { options } = props;
  const chosen = chosenOf(field?.value);
  return renderFieldGroup({
    ...given,
    className: 'cz-choices cz-card',
    labelClass: 'cz-field-label',
    hintClass: 'cz-choices-hint',
    requiredWord: say('required'),
    children:
      options.length === 0 ? (
        <p className="cz-choices-hint">
          <Words of={props.empty} lang={props.spoken?.empty} />
        </p>
      ) : (
        <FoundOptions
          id={id}
          label={plainWords(props.label)}
          options={options}
          isMany
          isWrong={field?.problem !== undefined}
          isChosen={isAmong(chosen)}
          say={say}
          onChoose={(value) => {
            if (isEnabled) field?.set(toggle(options, chosen, value));
          }}
        />
      ),
  });
}

/** A line that shows the choices and opens a sheet. The selection takes effect on confirmation. */
function InSheet(given: WidgetProps<ChoicesProps>) {
  const { props, id, field, say } = given;
  const [draft, setDraft] = useState<readonly Value[]>();
  const { label, options, empty } = props;
  const isChosen = isAmong(chosenOf(field?.value));
  const picked = options.filter((option) => isChosen(option.value));
  const chosen = picked.map(({ text }) => isolate(plainWords(text) ?? ''));
  const languages = new Set(picked.map(({ spoken }) => spoken?.text));
  const close = () => setDraft(undefined);
  return (
    <FieldOpener
      {...given}
      chosen={chosen.length === 0 ? undefined : chosen.join(', ')}
      chosenLang={languages.size === 1 ? [...languages][0] : undefined}
      onOpen={() => setDraft(chosenOf(field?.value))}
    >
      {draft && (
        <PickerSheet
          {...given}
          // An empty selection can be confirmed if it clears an earlier one.
          canConfirm={draft.length + chosen.length > 0}
          onDismiss={close}
          onConfirm={() => {
            field?.set(draft.length === 0 ? undefined : draft);
            close();
          }}
        >
          {options.length === 0 ? (
            <p className="cz-choices-hint">
              <Words of={empty} lang={props.spoken?.empty} />
            </p>
          ) : (
            <FoundOptions
              id={`${id}-sheet`}
              label={plainWords(label)}
              options={options}
              isMany
              isChosen={isAmong(draft)}
              say={say}
              onChoose={(value) => setDraft(toggle(options, draft, value) ?? [])}
            />
          )}
        </PickerSheet>
      )}
    </FieldOpener>
  );
}
