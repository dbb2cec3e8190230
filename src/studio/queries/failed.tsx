export interface FailedProps {
  /** What could not be read, as a sentence. */
  readonly what: string;
  readonly query: { readonly error: Error; refetch(): Promise<unknown> };
}

/** Shown in place of what could not be read. */
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
