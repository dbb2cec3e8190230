export interface ProgressProps {
  /** How many states may change. */
  readonly all: number;
  /** How many of them are not compared yet. */
  readonly left: number;
  readonly isStopped: boolean;
  onStopped(isStopped: boolean): void;
}

/** How far the comparing has come; it can be left at that, and gone on with. */
export function Progress({ all, left, isStopped, onStopped }: ProgressProps) {
  if (left === 0) {
    return (
      <p className="st-soft" role="status">
        Every state was compared.
      </p>
    );
  }
  const done = all - left;
  return (
    <div className="st-tools st-soft">
      <progress aria-label="States compared" max={all} value={done} />
      <span role="status">
        {isStopped ? 'Stopped: ' : ''}
        {done} of {all} states that may change are compared, those most likely to differ first.
      </span>
      <button type="button" onClick={() => onStopped(!isStopped)}>
        {isStopped ? 'Go on comparing' : 'Stop comparing'}
      </button>
    </div>
  );
}
