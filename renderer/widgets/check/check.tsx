import { FieldProblem } from '../../kit/field-problem.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { CheckProps } from '../props.generated.ts';
import './check.css';

export const check = defineWidget<CheckProps>({
  type: 'check',
  Widget: ({ props, id, field, isEnabled, isFilled, slotAt }) => {
    const problemId = `${id}-problem`;
    const isRequired = field?.isRequired === true;
    const isToggle = props.look === 'toggle';
    return (
      <div id={id} className="cz-check">
        {/* A tap on the sentence ticks the small box. */}
        <label className="cz-check-line">
          <input
            type="checkbox"
            role={isToggle ? 'switch' : undefined}
            checked={field?.value === true}
            // Nobody can agree to a sentence that is not loaded.
            disabled={!isEnabled || typeof props.label === 'symbol'}
            aria-required={isRequired || undefined}
            aria-invalid={field?.problem === undefined ? undefined : true}
            aria-describedby={field?.problem === undefined ? undefined : problemId}
            onChange={(event) => field?.set(event.currentTarget.checked)}
          />
          <span className={isToggle ? 'cz-check-box cz-check-toggle' : 'cz-check-box'}>
            {isToggle ? null : <Icon name="check" size="small" />}
          </span>
          <span className={isRequired ? 'cz-check-words cz-field-required' : 'cz-check-words'}>
            {isFilled ? (
              slotAt('words', 0)
            ) : (
              <Words of={props.label} size="long" lang={props.spoken?.label} />
            )}
          </span>
        </label>
        <FieldProblem id={problemId} problem={field?.problem} />
      </div>
    );
  },
});
