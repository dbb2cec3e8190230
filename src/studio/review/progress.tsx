export interface ProgressProps {
  /** Number of states to compare. */
  readonly all: number;
  /** Number of states that are not compared yet. */
  readonly left: number;
  readonly isStopped: boolean;
  onStopped(isStopped: boolean): void;
}

/** Progress of the comparison, with a button that pauses and resumes it. */
export function Progress({ all, left, isStopped, onStopped }: ProgressProps) {
  if (left === 0) {
    return (
      <div className="st-tools st-progress st-soft">
        <span role="status">Every state was compared.</span>
      </div>
    );
  }
  const done = all - left;
  return (
    <div className="st-tools st-progress st-soft">
      <progress aria-label="States compared" max={all} value={done} />
      <span role="status">
        {isStopped ? 'Stopped: ' : ''}
        {done} of {all} states compared, those most likely to differ first.
      </span>
      <button type="button" onClick={() => onStopped(!isStopped)}>
        {isStopped ? 'Go on comparing' : 'Stop comparing'}
      </button>
    </div>
  );
}
