import { FieldProblem } from '../../kit/field-problem.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { RatingProps } from '../props.generated.ts';
import './rating.css';

const FEWEST = 2;
const USUAL = 5;
const MOST = 10;

/** As many as can be told apart and hit, whatever a server's field says. */
function countOf(max: number): number {
  return Number.isFinite(max) ? Math.min(MOST, Math.max(FEWEST, Math.trunc(max))) : USUAL;
}

export const rating = defineWidget<RatingProps>({
  type: 'rating',
  Widget: ({ props, id, field, isEnabled, say }) => {
    const labelId = `${id}-label`;
    const problemId = `${id}-problem`;
    const hintId = `${id}-hint`;
    const described = [
      ...(props.hint === undefined ? [] : [hintId]),
      ...(field?.problem === undefined ? [] : [problemId]),
    ];
    const chosen = typeof field?.value === 'number' ? field.value : 0;
    return (
      <div
        id={id}
        role="radiogroup"
        className="cz-rating"
        aria-labelledby={labelId}
        aria-required={field?.isRequired || undefined}
        aria-invalid={field?.problem === undefined ? undefined : true}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        aria-disabled={!isEnabled || undefined}
      >
        <p
          id={labelId}
          className={field?.isRequired === true ? 'cz-rating-label cz-field-required' : 'cz-rating-label'}
        >
          <Words of={props.label} lang={props.spoken?.label} />
        </p>
        {props.hint === undefined ? null : (
          <p id={hintId} className="cz-rating-label">
            <Words of={props.hint} lang={props.spoken?.hint} />
          </p>
        )}
        <div className="cz-rating-stars">
          {Array.from({ length: countOf(props.max) }, (_, index) => index + 1).map((stars) => (
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
                onChange={() => {
                  if (isEnabled) field?.set(stars);
                }}
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

function Star({ isFilled }: { readonly isFilled: boolean }) {
  return (
    <svg
      className={isFilled ? 'cz-icon cz-star cz-star-filled' : 'cz-icon cz-star'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9L7.5 14 3 9.6l6.2-.9L12 3Z" />
    </svg>
  );
}
