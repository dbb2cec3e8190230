import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** Code that is fetched when it is first needed: that of a whole widget, or of an overlay that a widget opens. */
export class LazyCode<Code> {
  /** What was fetched; undefined until it is here. */
  here: Code | undefined;
  private readonly load: () => Promise<Code>;
  private underway: Promise<Code> | undefined;

  constructor(load: () => Promise<Code>) {
    this.load = load;
  }

  /**
   * Fetches the code. Two callers share one fetch. After a fetch that failed, the next call tries again.
   *
   * @throws What the import throws.
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
  /** Shown while the code is being fetched; it has the size of the part. */
  readonly placeholder: ReactNode;
  draw(code: Code): ReactNode;
  /** Says that the code could not be fetched. */
  lost(retry: () => void): ReactNode;
}

/** Draws with code that is fetched for it. */
export function LazyPart<Code>({ code, placeholder, draw, lost }: LazyPartProps<Code>): ReactNode {
  // Decided once for each attempt: if the code came from elsewhere meanwhile, what is drawn must not be replaced.
  const [attempt, setAttempt] = useState(() => attemptToDraw(code));
  if (attempt.Part === undefined) return draw(attempt.here);
  const { Part } = attempt;
  return (
    <Suspense fallback={placeholder}>
      <Part draw={draw} lost={() => lost(() => setAttempt(attemptToDraw(code)))} />
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
