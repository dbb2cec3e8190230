import { useEffect, useState } from 'react';
import type { Say } from '../plan/words.ts';
import './field.css';

interface CharacterCountProps {
  readonly length: number;
  readonly max: number;
  readonly say: Say;
}

/** Debounce before the count is announced, in ms: an announcement per key would disturb. */
const QUIET_MS = 1_000;
/** Share of the limit from which the count is announced. */
const NEAR = 0.9;

/** Shows the length of a text; announces it near the limit. */
export function CharacterCount({ length, max, say }: CharacterCountProps) {
  const [said, setSaid] = useState('');
  const isNear = length >= max * NEAR;
  const count = max - length;
  const words =
    count > 0
      ? count === 1
        ? say('1 character left')
        : say('{count} characters left', { count })
      : max === 1
        ? say('Limit of 1 character reached')
        : say('Limit of {max} characters reached', { max });
  const spoken = isNear ? words : '';
  useEffect(() => {
    const timer = setTimeout(() => setSaid(spoken), QUIET_MS);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <>
      <p aria-hidden="true" className={isNear ? 'cz-field-count cz-field-count-near' : 'cz-field-count'}>
        {`${length}/${max}`}
      </p>
      <p role="status" className="cz-visually-hidden">
        {said}
      </p>
    </>
  );
}
