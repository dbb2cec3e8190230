import { useState } from 'react';
import { FieldOpener } from '../../kit/field-opener.tsx';
import { FieldProblem } from '../../kit/field-problem.tsx';
import { FoundOptions } from '../../kit/found-options.tsx';
import { Options } from '../../kit/options.tsx';
import { PickerSheet } from '../../kit/picker-sheet.tsx';
import { SourceStatus } from '../../kit/source-status.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { plainWords, Words } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoiceProps } from '../props.generated.ts';
import './choice.css';

export const choice = defineWidget<ChoiceProps>({
  type: 'choice',
  Widget: (given) =>
    given.props.look === 'sheet' ? <ChoiceInSheet {...given} /> : <ChoiceInPlace {...given} />,
});

function ChoiceInPlace({ props, id, field, isEnabled, say }: WidgetProps<ChoiceProps>) {
  const labelId = `${id}-label`;
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const described = [
    ...(props.hint === undefined ? [] : [hintId]),
    ...(field?.problem === undefined ? [] : [problemId]),
  ];
  return (
    <div
      id={id}
      role="radiogroup"
      className="cz-choice cz-card"
      aria-labelledby={labelId}
      aria-required={field?.isRequired || undefined}
      aria-invalid={field?.problem === undefined ? undefined : true}
      aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      aria-disabled={!isEnabled || undefined}
    >
      <p
        id={labelId}
        className={field?.isRequired === true ? 'cz-choice-label cz-field-required' : 'cz-choice-label'}
      >
        <Words of={props.label} />
      </p>
      {props.hint === undefined ? null : (
        <p id={hintId} className="cz-choice-hint">
          <Words of={props.hint} />
        </p>
      )}
      {field?.source !== undefined ? (
        <SourceStatus source={field.source} onRetry={() => field.readAgain?.()} say={say} />
      ) : props.options.length === 0 ? (
        <p className="cz-choice-empty">
          <Words of={props.empty} />
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
      )}
      <FieldProblem id={problemId} problem={field?.problem} />
    </div>
  );
}

/** One line that says what is chosen; the options stand in a sheet and count when they are confirmed. */
function ChoiceInSheet({ props, id, field, isEnabled, say, cover }: WidgetProps<ChoiceProps>) {
  const [draft, setDraft] = useState<{ value: Value | undefined }>();
  const [picked, setPicked] = useState<ChoiceProps['options'][number]>();
  const { label, hint, options, empty, ok, cancel } = props;
  // What was found by searching, or is being read again, need not be in the list any more.
  const chosen = [...options, ...(picked ? [picked] : [])].find((option) =>
    isSameValue(option.value, field?.value),
  );
  const close = () => {
    setDraft(undefined);
    field?.search?.('');
  };
  return (
    <FieldOpener
      id={id}
      label={label}
      hint={hint}
      problem={field?.problem}
      isRequired={field?.isRequired === true}
      isEnabled={isEnabled}
      chosen={chosen?.text}
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
            setPicked(options.find((option) => isSameValue(option.value, draft.value)) ?? picked);
            field?.set(draft.value);
            close();
          }}
          cover={cover}
        >
          {options.length === 0 && field?.source === undefined && field?.search === undefined ? (
            <p className="cz-choice-empty">
              <Words of={empty} />
            </p>
          ) : (
            <FoundOptions
              id={`${id}-sheet`}
              label={plainWords(label)}
              options={options}
              isChosen={(value) => isSameValue(value, draft.value)}
              words={{ search: say('Search'), none: say('Nothing found'), more: say('Type to find more') }}
              onChoose={(value) => setDraft({ value })}
              onSearch={field?.search}
              status={
                field?.source === undefined ? undefined : (
                  <SourceStatus source={field.source} onRetry={() => field.readAgain?.()} say={say} />
                )
              }
            />
          )}
        </PickerSheet>
      )}
    </FieldOpener>
  );
}
