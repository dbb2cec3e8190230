/** What of a request decides its answer, whoever read it from the line. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** @param name - In small letters. */
  readonly header: (name: string) => string | undefined;
  /** Network address of the other end; in a test nobody is connected. */
  readonly connected: string | undefined;
}
