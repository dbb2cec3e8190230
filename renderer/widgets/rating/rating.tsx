import { renderFieldGroup } from '../../kit/field-group.tsx';
import { defineWidget } from '../define-widget.ts';
import type { RatingProps } from '../props.generated.ts';
import './rating.css';

const MIN_STARS = 2;
const DEFAULT_STARS = 5;
const MAX_STARS = 10;

/** The number of stars, limited to what people can distinguish and tap, also for a server's field. */
function countOf(max: number): number {
  return Number.isFinite(max) ? Math.min(MAX_STARS, Math.max(MIN_STARS, Math.trunc(max))) : DEFAULT_STARS;
}

export const rating = defineWidget<RatingProps>({
  type: 'rating',
  Widget: (given) => {
    const { props, id, field, isEnabled, say } = given;
    const chosen = typeof field?.value === 'number' ? field.value : 0;
    return renderFieldGroup({
      ...given,
      className: 'cz-rating',
      labelClass: 'cz-rating-label',
      hintClass: 'cz-rating-label',
      children: (
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
      ),
    });
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
