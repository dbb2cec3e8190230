import { useState } from 'react';

export interface ExpressionBoxProps {
  readonly own: string;
  isSound(condition: string | undefined): boolean;
  onWrite(condition: string | undefined): void;
  onCancel(): void;
}

/** A condition as an expression, for developers. */
export function ExpressionBox({ own, isSound, onWrite, onCancel }: ExpressionBoxProps) {
  const [text, setText] = useState(own);
  const [fault, setFault] = useState<string>();
  const save = (): void => {
    const next = text.trim() === '' ? undefined : text;
    if (next === own) onCancel();
    else if (isSound(next)) onWrite(next);
    else setFault('The draft would have an error with this expression.');
  };
  return (
    <div className="st-builder">
      <label>
        <span>Expression</span>
        <textarea rows={3} spellCheck={false} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <div className="st-row">
        <button type="button" onClick={save}>
          Save
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
