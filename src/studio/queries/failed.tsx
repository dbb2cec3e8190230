import { useRef } from 'react';
import { useKeptFocus } from '../ui/keep-focus.ts';

export interface FailedProps {
  /** A sentence that says what could not be read. */
  readonly what: string;
  readonly query: { readonly error: Error; refetch(): Promise<unknown> };
}

/** An alert in place of data that could not be read, with a button to read it again. */
export function Failed({ what, query }: FailedProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useKeptFocus(place);
  return (
    <p ref={place} role="alert">
      {what} {query.error.message}{' '}
      <button type="button" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  );
}
