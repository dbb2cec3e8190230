import { FieldProblem } from '../../kit/field-problem.tsx';
import { Star } from '../../kit/icon.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { RatingProps } from '../props.generated.ts';
import './rating.css';

export const rating = defineWidget<RatingProps>({
  type: 'rating',
  Widget: ({ props, id, field, say }) => {
    const labelId = `${id}-label`;
    const problemId = `${id}-problem`;
    const chosen = typeof field?.value === 'number' ? field.value : 0;
    return (
      <div
        id={id}
        role="radiogroup"
        className="cz-rating"
        aria-labelledby={labelId}
        aria-required={field?.isRequired || undefined}
        aria-invalid={field?.problem === undefined ? undefined : true}
        aria-describedby={field?.problem === undefined ? undefined : problemId}
      >
        <p id={labelId} className="cz-rating-label">
          <Words of={props.label} />
        </p>
        <div className="cz-rating-stars">
          {Array.from({ length: props.max }, (_, index) => index + 1).map((stars) => (
            <label
              key={stars}
              className={stars <= chosen ? 'cz-rating-star cz-rating-filled' : 'cz-rating-star'}
            >
              <input
                type="radio"
                name={id}
                value={stars}
                checked={stars === chosen}
                aria-label={stars === 1 ? say('1 star') : say('{count} stars', { count: stars })}
                onChange={() => field?.set(stars)}
              />
              <Star isFilled={stars <= chosen} />
            </label>
          ))}
        </div>
        <FieldProblem id={problemId} problem={field?.problem} />
      </div>
    );
  },
});
