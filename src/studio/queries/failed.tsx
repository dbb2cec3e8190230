export interface FailedProps {
  /** A sentence that says what could not be read. */
  readonly what: string;
  readonly query: { readonly error: Error; refetch(): Promise<unknown> };
}

/** An alert in place of data that could not be read, with a button to read it again. */
export function Failed({ what, query }: FailedProps) {
  return (
    <p role="alert">
      {what} {query.error.message}{' '}
      <button type="button" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  );
}
