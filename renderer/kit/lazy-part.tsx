import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** Code that is fetched on first need: a whole widget, or an overlay that a widget opens. */
export class LazyCode<Code> {
  /** The module; undefined until it is loaded. */
  here: Code | undefined;
  private readonly load: () => Promise<Code>;
  private underway: Promise<Code> | undefined;

  constructor(load: () => Promise<Code>) {
    this.load = load;
  }

  /**
   * Fetches the code. Two callers share one fetch. After a failed fetch, the next call tries again.
   *
   * @throws The error of the import.
   */
  fetch(): Promise<Code> {
    if (this.here !== undefined) return Promise.resolve(this.here);
    this.underway ??= this.load().then(
      (code) => (this.here = code),
      (error: unknown) => {
        this.underway = undefined;
        throw error;
      },
    );
    return this.underway;
  }
}

interface LazyPartProps<Code> {
  readonly code: LazyCode<Code>;
  /** Shown while the code loads; it has the size of the part. Nothing by default. */
  readonly placeholder?: ReactNode;
  draw(code: Code): ReactNode;
  /** Rendered if the fetch failed. Nothing by default. */
  lost?(retry: () => void): ReactNode;
}

/** Renders with lazy code: a placeholder while it loads, and a way to try again if the fetch fails. */
export function LazyPart<Code>({ code, placeholder, draw, lost }: LazyPartProps<Code>): ReactNode {
  // Decided once per attempt: if another caller loads the code, the rendered elements must not be replaced.
  const [attempt, setAttempt] = useState(() => attemptToDraw(code));
  if (attempt.Part === undefined) return draw(attempt.here);
  const { Part } = attempt;
  return (
    <Suspense fallback={placeholder}>
      <Part draw={draw} lost={() => lost?.(() => setAttempt(attemptToDraw(code)))} />
    </Suspense>
  );
}

type Part<Code> = ComponentType<{ draw(code: Code): ReactNode; lost(): ReactNode }>;

type Attempt<Code> =
  | { readonly here: Code; readonly Part?: undefined }
  | { readonly here?: undefined; readonly Part: Part<Code> };

function attemptToDraw<Code>(code: LazyCode<Code>): Attempt<Code> {
  if (code.here !== undefined) return { here: code.here };
  const load = (): Promise<{ default: Part<Code> }> =>
    code.fetch().then(
      (here) => ({ default: ({ draw }) => draw(here) }),
      () => ({ default: ({ lost }) => lost() }),
    );
  return { Part: lazy(load) };
}
