import { useEffect, useRef } from 'react';

interface ClockProps {
  /** Id of the input. */
  readonly control: string;
  set(text: string): void;
}

/** What the field has while its time is filled in only in part. It is no time, so the form refuses it. */
const PARTIAL = '--:--';

/** A time that is filled in only in part is empty for the browser, which tells nobody; it must not be left out when the form is sent. */
export function Clock({ control, set }: ClockProps) {
  const latest = useRef(set);
  useEffect(() => {
    latest.current = set;
  });
  useEffect(() => {
    const box = document.getElementById(control);
    if (!(box instanceof HTMLInputElement)) return undefined;
    let wasPartial = false;
    const check = () => {
      const isPartial = box.validity.badInput;
      if (isPartial) latest.current(PARTIAL);
      else if (wasPartial) latest.current(box.value);
      wasPartial = isPartial;
    };
    box.addEventListener('blur', check);
    return () => box.removeEventListener('blur', check);
  }, [control]);
  return null;
}
