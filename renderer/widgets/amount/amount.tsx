import { useLayoutEffect, useRef } from 'react';
import { toneClass } from '../../kit/tone.ts';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { AmountProps } from '../props.generated.ts';
import './amount.css';

export const amount = defineWidget<AmountProps>({ type: 'amount', Widget: Amount });

function Amount({ props, id, money }: WidgetProps<AmountProps>) {
  const shown = typeof props.value === 'number' ? money(props.value) : props.value;
  const figure = useFittingFigure(shown);
  return (
    <div id={id} className="cz-amount cz-card">
      {props.label === undefined ? null : (
        <p className="cz-amount-label">
          <Words of={props.label} size="short" lang={props.spoken?.label} />
        </p>
      )}
      <p ref={figure} className="cz-amount-figure">
        <Words of={shown} size="short" />
      </p>
      {props.note === undefined ? null : (
        <p className={`cz-amount-note ${toneClass(props.noteTone)}`}>
          {typeof props.note === 'symbol' ? null : <span className="cz-amount-dot" aria-hidden="true" />}
          <span>
            <Words of={props.note} lang={props.spoken?.note} />
          </span>
        </p>
      )}
    </div>
  );
}

const LAST_STEP = 4;

/**
 * Finds the largest font step at which the amount fits on one line. Repeats this when the card's width or the text size
 * changes.
 */
function useFittingFigure(shown: string | symbol) {
  const figure = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = figure.current;
    if (element === null) return undefined;
    const fit = () => {
      for (let step = 0; step <= LAST_STEP; step += 1) {
        element.dataset['step'] = String(step);
        if (element.scrollWidth <= element.clientWidth) return;
      }
    };
    fit();
    if (typeof ResizeObserver !== 'function') return undefined;
    let seen = roomOf(element);
    const observer = new ResizeObserver(() => {
      const room = roomOf(element);
      if (room === seen) return;
      seen = room;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  return figure;
}

/** The inputs of a fit besides the text. The amount's own height is no input, because it changes with every step. */
function roomOf(element: HTMLElement): string {
  return `${element.clientWidth} ${getComputedStyle(document.documentElement).fontSize}`;
}
