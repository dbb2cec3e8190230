import { useEffect, useState } from 'react';
import type { Say } from '../../plan/words.ts';
import '../../kit/ends.css';
import './slider.css';

interface SliderProps {
  /** The control of the typed number. */
  readonly control: {
    watch(follow: (number: number | undefined) => void): () => void;
    pick(number: number): void;
  };
  readonly label: string | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly isEnabled: boolean;
  readonly say: Say;
  /** Formats a number for display. */
  write(number: number): string;
}

/** A slider for the number of a field, with the field's own format. The browser handles its keys. */
export function Slider({ control, label, min, max, step, isEnabled, write, say }: SliderProps) {
  const [number, setNumber] = useState<number>();
  useEffect(() => control.watch(setNumber), [control]);
  return (
    <div>
      <input
        type="range"
        className="cz-slider-range"
        min={min}
        max={max}
        step={step}
        value={number ?? min}
        disabled={!isEnabled || label === undefined}
        aria-label={label}
        aria-valuetext={number === undefined ? say('Choose') : write(number)}
        onChange={({ currentTarget }) => control.pick(currentTarget.valueAsNumber)}
      />
      <span className="cz-ends cz-field-hint" aria-hidden="true">
        <span>{write(min)}</span>
        <span>{write(max)}</span>
      </span>
    </div>
  );
}
