export interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  onChoose(value: string): void;
}

/** A labelled select. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="st-choice">
      <span>{label}</span>
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
