import { plainWords, Words } from '../../kit/words.tsx';
import { PENDING } from '../../plan/expression.ts';
import { defineWidget } from '../define-widget.ts';
import type { ProgressProps } from '../props.generated.ts';
import '../../kit/ends.css';
import './progress.css';

export const progress = defineWidget<ProgressProps>({
  type: 'progress',
  Widget: ({ props, id }) => {
    const { label, value, max, text, spoken } = props;
    const isKnown = typeof value === 'number' && typeof max === 'number' && max > 0;
    return (
      <div id={id} className="cz-progress">
        <p className="cz-ends">
          <span id={`${id}-label`}>
            <Words of={label} size="short" lang={spoken?.label} />
          </span>
          {text === undefined ? null : (
            <>
              {' '}
              <span>
                <Words of={text} size="short" lang={spoken?.text} />
              </span>
            </>
          )}
        </p>
        {isKnown ? (
          <progress
            className="cz-progress-bar"
            max={max}
            value={Math.min(max, Math.max(0, value))}
            aria-labelledby={`${id}-label`}
            aria-valuetext={plainWords(text)}
          />
        ) : (
          // An empty bar would say that nothing is done.
          <Words of={PENDING} size="long" />
        )}
      </div>
    );
  },
});
