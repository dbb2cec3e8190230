import { useDeferredValue, useMemo } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { useConditionsAround } from './around.tsx';
import { countStates, lower, sayCount } from './count.ts';
import { scopeOf } from './subjects.ts';

export interface CountLineProps {
  readonly condition: string;
  readonly files: readonly SourceFile[];
  readonly file: string;
  readonly pointer: string | undefined;
  /** `Shown` or `True`. */
  readonly word: string;
}

/** In how many states a condition holds, and a button that looks at them. */
export function CountLine(props: CountLineProps) {
  const { factsIn, states, isLooking, look } = useConditionsAround();
  if (states === 0) return null;
  return (
    <p className="st-soft st-condition-count" aria-live="polite">
      {factsIn.size === 0 ? null : <Count {...props} />}
      {isLooking ? ` Looking at the states: ${factsIn.size} of ${states}.` : null}
      {isLooking || factsIn.size >= states ? null : (
        <button type="button" className="st-link" onClick={look}>
          Count the states
        </button>
      )}
    </p>
  );
}

function Count({ condition, files, file, pointer, word }: CountLineProps) {
  const { factsIn, states, screenFile } = useConditionsAround();
  // Typing elsewhere does not wait for this.
  const later = useDeferredValue(files);
  const scope = useMemo(() => scopeOf(later, file, pointer), [later, file, pointer]);
  const counted = useMemo(
    () => countStates(lower(condition, scope), factsIn, file !== screenFile),
    [condition, scope, factsIn, file, screenFile],
  );
  return counted === undefined
    ? 'It is about one item, form or part at a time, so the states do not decide it.'
    : sayCount(counted, states, word);
}
