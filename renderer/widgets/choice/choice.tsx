import { useState } from 'react';
import '../../kit/button.css';
import { FieldProblem } from '../../kit/field-problem.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Modal } from '../../kit/modal.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { Words } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ChoiceProps } from '../props.generated.ts';
import { Options } from './options.tsx';
import './choice.css';

export const choice = defineWidget<ChoiceProps>({
  type: 'choice',
  Widget: (given) =>
    given.props.look === 'sheet' ? <ChoiceInSheet {...given} /> : <ChoiceInPlace {...given} />,
});

function ChoiceInPlace({ props, id, field, isEnabled }: WidgetProps<ChoiceProps>) {
  const labelId = `${id}-label`;
  const problemId = `${id}-problem`;
  return (
    <div
      id={id}
      role="radiogroup"
      className="cz-choice cz-card"
      aria-labelledby={labelId}
      aria-required={field?.isRequired || undefined}
      aria-invalid={field?.problem === undefined ? undefined : true}
      aria-describedby={field?.problem === undefined ? undefined : problemId}
      aria-disabled={!isEnabled || undefined}
    >
      <p id={labelId} className="cz-choice-label">
        <Words of={props.label} />
      </p>
      {props.options.length === 0 ? (
        <p className="cz-choice-empty">
          <Words of={props.empty} />
        </p>
      ) : (
        <Options
          name={id}
          look={props.look === 'segmented' ? 'segmented' : 'list'}
          options={props.options}
          value={field?.value}
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
function ChoiceInSheet({ props, id, field, isEnabled, say }: WidgetProps<ChoiceProps>) {
  const [draft, setDraft] = useState<{ value: Value | undefined }>();
  const labelId = `${id}-label`;
  const valueId = `${id}-value`;
  const problemId = `${id}-problem`;
  const chosen = props.options.find((option) => isSameValue(option.value, field?.value));
  const close = () => setDraft(undefined);
  return (
    <div id={id} className="cz-choice cz-card">
      <p id={labelId} className="cz-choice-label">
        <Words of={props.label} />
      </p>
      <button
        type="button"
        className="cz-choice-opener"
        aria-haspopup="dialog"
        aria-labelledby={`${labelId} ${valueId}`}
        aria-describedby={field?.problem === undefined ? undefined : problemId}
        aria-disabled={!isEnabled || undefined}
        onClick={() => {
          if (isEnabled) setDraft({ value: field?.value });
        }}
      >
        <span id={valueId} className={chosen === undefined ? 'cz-choice-placeholder' : 'cz-choice-chosen'}>
          {chosen === undefined ? say('Choose') : <Words of={chosen.text} />}
        </span>
        <Icon name="down" size="small" />
      </button>
      <FieldProblem id={problemId} problem={field?.problem} />
      {draft === undefined ? null : (
        <Modal
          look="sheet"
          id={`${id}-sheet`}
          title={props.label}
          onDismiss={close}
          maskCloses
          closeLabel={say('Close')}
          bar={
            <div className="cz-row">
              <div className="cz-act">
                <button type="button" className="cz-button cz-button-secondary" onClick={close}>
                  {say('Cancel')}
                </button>
              </div>
              <div className="cz-act">
                <button
                  type="button"
                  className="cz-button cz-button-primary"
                  onClick={() => {
                    field?.set(draft.value);
                    close();
                  }}
                >
                  {say('Confirm')}
                </button>
              </div>
            </div>
          }
        >
          <div role="radiogroup" aria-labelledby={`${id}-sheet-title`}>
            <Options
              name={`${id}-sheet-options`}
              look="list"
              options={props.options}
              value={draft.value}
              onChoose={(value) => setDraft({ value })}
            />
          </div>
        </Modal>
      )}
    </div>
  );
}
