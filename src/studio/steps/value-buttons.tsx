import { Tooltip } from '../ui/tooltip.tsx';
import type { TextValue } from './values.ts';
import './steps.css';

/** Maximum number of values to offer at once. */
const MOST = 8;

export interface ValueButtonsProps {
  readonly values: readonly TextValue[];
  onChoose(value: TextValue): void;
}

/** Buttons that insert a value into a text. */
export function ValueButtons({ values, onChoose }: ValueButtonsProps) {
  if (values.length === 0) return null;
  const buttons = (some: readonly TextValue[]) =>
    some.map((value) => (
      <Tooltip key={value.path} text={value.path}>
        <button type="button" onClick={() => onChoose(value)}>
          {value.label}
        </button>
      </Tooltip>
    ));
  return (
    <div role="group" aria-label="Values" className="st-values">
      {buttons(values.slice(0, MOST))}
      {values.length > MOST ? (
        <details>
          <summary>More values</summary>
          <div className="st-values">{buttons(values.slice(MOST))}</div>
        </details>
      ) : null}
    </div>
  );
}
