export interface ChoiceProps {
  readonly label: string;
  /** Whether only screen readers get the label: the values say what they are about. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  onChoose(value: string): void;
}

/** A labelled select. */
export function Choice({ label, isLabelHidden = false, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="st-choice">
      <span className={isLabelHidden ? 'st-spoken' : undefined}>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
