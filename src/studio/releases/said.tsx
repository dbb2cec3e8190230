import { useEffect, useRef } from 'react';

/** What a person has just done, in words. A new object is said again, also with the same words. */
export interface SaidOfDone {
  readonly words: string;
}

/** Says at the top of the page what was done; brought into view with the focus, because what was pressed may be gone. */
export function Said({ said }: { readonly said: SaidOfDone | undefined }) {
  const own = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (said === undefined) return;
    own.current?.focus();
  }, [said]);
  return (
    <p ref={own} role="status" className="st-said" tabIndex={-1}>
      {said?.words}
    </p>
  );
}
