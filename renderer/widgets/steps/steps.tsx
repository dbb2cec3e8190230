import { useLayoutEffect, useRef } from 'react';
import '../../kit/button.css';
import { Spinner } from '../../kit/spinner.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { StepsProps } from '../props.generated.ts';
import './steps.css';

export const steps = defineWidget<StepsProps>({ type: 'steps', Widget: Steps });

/** One step of a form, where it stands among the others, and the ways on and back. */
function Steps({ props, id, steps: view, slotAt, cover, say }: WidgetProps<StepsProps>) {
  const element = useRef<HTMLDivElement>(null);
  const moves = useRef(view?.moves ?? 0);
  // Before the form's own effect, which goes on to a field that is called wrong.
  useLayoutEffect(() => {
    if (view === undefined || view.moves === moves.current) return;
    moves.current = view.moves;
    focusHeading(element.current);
  }, [view]);
  const back = view?.back;
  // Before it is seen: from then on somebody may go Back.
  useLayoutEffect(() => (back === undefined ? undefined : cover(back)), [back, cover]);
  // Until its form is there a form stands at its beginning.
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

/** Whoever moved is at the beginning of the step, and hears its heading. */
function focusHeading(steps: HTMLElement | null): void {
  const heading = steps?.querySelector<HTMLElement>('.cz-section-title');
  if (!heading) return;
  heading.tabIndex = -1;
  const place = steps?.querySelector('.cz-way-place');
  if (place) heading.setAttribute('aria-describedby', place.id);
  heading.focus({ preventScroll: true });
  steps?.scrollIntoView?.({ block: 'start' });
}
