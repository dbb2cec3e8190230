import { useEffect, useRef } from 'react';

/** What a person has just done, in words. Each new object is announced, also with the same words. */
export interface Done {
  readonly words: string;
}

/** Announces at the top of the page what was done, and takes the focus, because the pressed button may be gone. */
export function DoneMessage({ said }: { readonly said: Done | undefined }) {
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
