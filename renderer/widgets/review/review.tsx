import { Heading } from '../../kit/heading.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { ReviewProps } from '../props.generated.ts';
import '../../kit/ends.css';
import '../../kit/text-button.css';
import './review.css';

/** The answers of the earlier steps, formatted for people. */
export const review = defineWidget<ReviewProps>({
  type: 'review',
  Widget: ({ props, id, steps }) => (
    <div id={id} className="cz-stack">
      {steps?.review?.().map(({ title, answers, change }, at) => (
        <section key={at} className="cz-card" aria-labelledby={`${id}-${at}`}>
          <div className="cz-ends cz-review-head">
            <Heading id={`${id}-${at}`} className="cz-section-title">
              {title}
            </Heading>
            <button
              type="button"
              id={`${id}-${at}-change`}
              className="cz-text-button cz-review-change"
              aria-labelledby={`${id}-${at}-change ${id}-${at}`}
              onClick={change}
            >
              <Words of={props.change} size="short" lang={props.spoken?.change} />
            </button>
          </div>
          <dl className="cz-review-answers">
            {answers.map(({ place, label, words }) => (
              <div key={place}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  ),
});
