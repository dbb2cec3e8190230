import { useLayoutEffect, useRef } from 'react';
import '../../kit/button.css';
import { Spinner } from '../../kit/spinner.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { StepsProps } from '../props.generated.ts';
import './steps.css';

export const steps = defineWidget<StepsProps>({ type: 'steps', Widget: Steps });

/** One step of a form with its position and the buttons Next and Back. */
function Steps({ props, id, steps: view, slotAt, cover, say }: WidgetProps<StepsProps>) {
  const element = useRef<HTMLDivElement>(null);
  const moves = useRef(view?.moves ?? 0);
  // Runs before the form's own effect, which may focus an invalid field.
  useLayoutEffect(() => {
    if (view === undefined || view.moves === moves.current) return;
    moves.current = view.moves;
    focusHeading(element.current);
  }, [view]);
  const back = view?.back;
  // A layout effect, because Back works as soon as the step is visible.
  useLayoutEffect(() => (back === undefined ? undefined : cover(back)), [back, cover]);
  // Until the form's code is loaded, the first step is shown.
  if (view === undefined) {
    return (
      <div id={id} className="cz-stack">
        {slotAt('body', 0)}
      </div>
    );
  }
  const { number, count, isBusy, next } = view;
  return (
    <div ref={element} id={id} className="cz-stack">
      <div>
        <p id={`${id}-place`} className="cz-way-place">
          {say('Step {number} of {count}', { number: String(number), count: String(count) })}
        </p>
        <ol className="cz-way-bar" aria-hidden="true">
          {Array.from({ length: count }, (_, at) => (
            <li key={at} className={at < number ? 'cz-way-done' : undefined} />
          ))}
        </ol>
      </div>
      {slotAt('body', view.shown)}
      {next === undefined ? null : (
        <button
          type="button"
          data-way-on=""
          className="cz-button cz-button-primary"
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => {
            if (!isBusy) next();
          }}
        >
          {isBusy ? <Spinner /> : null}
          <span className="cz-button-words">
            <Words of={props.next} size="short" lang={props.spoken?.next} />
          </span>
        </button>
      )}
      {back === undefined ? null : (
        <button type="button" className="cz-button" onClick={back}>
          <span className="cz-button-words">
            <Words of={props.back} size="short" lang={props.spoken?.back} />
          </span>
        </button>
      )}
    </div>
  );
}

/** After a move, focuses the heading of the step, so that it is announced. */
function focusHeading(steps: HTMLElement | null): void {
  const heading = steps?.querySelector<HTMLElement>('.cz-section-title');
  if (!heading) return;
  heading.tabIndex = -1;
  const place = steps?.querySelector('.cz-way-place');
  if (place) heading.setAttribute('aria-describedby', place.id);
  heading.focus({ preventScroll: true });
  steps?.scrollIntoView?.({ block: 'start' });
}
