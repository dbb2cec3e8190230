import { useEffect, useState } from 'react';
import './field.css';

interface CharacterCountProps {
  readonly length: number;
  readonly max: number;
  say(source: '{count} characters left' | 'Limit of {max} characters reached'): string;
}

/** Said when typing has stopped for this long: a voice after every key would be in the way. */
const QUIET_MS = 1_000;
/** Part of the limit from which it is near. */
const NEAR = 0.9;

/** How much of a field is used; where the limit is near it is also said. */
export function CharacterCount({ length, max, say }: CharacterCountProps) {
  const [said, setSaid] = useState('');
  const isNear = length >= max * NEAR;
  const words =
    length >= max
      ? say('Limit of {max} characters reached').replace('{max}', String(max))
      : say('{count} characters left').replace('{count}', String(max - length));
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
