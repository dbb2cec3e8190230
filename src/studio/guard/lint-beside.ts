import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
// oxlint-disable-next-line import/default -- the bundler provides the worker's URL
import address from './lint-worker.ts?worker&url';

/** The difference to the files of the last message. */
export interface LintQuestion {
  readonly files: readonly SourceFile[];
  /** Paths of deleted files. */
  readonly gone: readonly string[];
}

export type LintAnswer = readonly Problem[];

/** Lints a project. If several calls overlap, only the last one is answered. */
export type Lint = (files: readonly SourceFile[]) => Promise<readonly Problem[]>;

/** The part of a `Worker` that this file uses. */
interface Beside {
  postMessage(question: LintQuestion): void;
  addEventListener(name: 'message', hear: (event: { readonly data: LintAnswer }) => void): void;
}

/** @param open - Starts the worker, which lives as long as the page. */
export function createLint(open: () => Beside): Lint {
  let beside: Beside | undefined;
  /** The files that the worker has. */
  let known: readonly SourceFile[] = [];
  let answer: ((problems: LintAnswer) => void) | undefined;
  let next: (() => void) | undefined;

  function begin(): Beside {
    const opened = open();
    opened.addEventListener('message', ({ data }) => {
      const [done, then] = [answer, next];
      [answer, next] = [undefined, undefined];
      done?.(data);
      then?.();
    });
    return opened;
  }

  return (files) =>
    new Promise((done) => {
      const ask = (): void => {
        answer = done;
        const [before, paths] = [new Set(known), new Set(files.map(({ path }) => path))];
        beside ??= begin();
        beside.postMessage({
          // Unchanged documents are the same objects.
          files: files.filter((file) => !before.has(file)),
          gone: known.flatMap(({ path }) => (paths.has(path) ? [] : [path])),
        });
        known = files;
      };
      if (answer === undefined) ask();
      else next = ask;
    });
}

interface TrustedTypesFactory {
  createPolicy(
    name: 'capiz',
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

export const lintBeside: Lint = createLint(() => {
  const rules = { createScriptURL: () => address };
  const factory = (window as { readonly trustedTypes?: TrustedTypesFactory }).trustedTypes;
  const policy = factory?.createPolicy('capiz', rules) ?? rules;
  return new Worker(policy.createScriptURL(address), { type: 'module' });
});
