import { type Compiled, compileProject, Compiling } from '#renderer/grammar/compile.ts';
import { inOrder } from '#renderer/grammar/project.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { variantName } from '#src/shared/project-paths.ts';
import type { Edit } from './edit.ts';

export interface Compilation {
  /** Until all screens are compiled, other screens keep their earlier problems. */
  readonly problems: readonly Problem[];
  /** Whether all screens are compiled. Until then errors of other screens can be missing. */
  readonly isWhole: boolean;
  /** Result of the last compilation without errors; the preview shows it while a document has errors. */
  readonly good: Compiled | undefined;
  /** The documents of `good`. */
  readonly goodFiles: readonly SourceFile[];
  /** Whether `good` is up to date. */
  readonly isGood: boolean;
}

/**
 * Runs a step repeatedly while the browser is idle, until it returns `done`.
 *
 * @returns a function that stops it.
 */
export type InPauses = (step: () => 'more' | 'done') => () => void;

/** Up to this number of screens, all are compiled at once. */
const FEW_SCREENS = 4;

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

function filesWith(texts: Edit['changes'], all: readonly SourceFile[]): readonly SourceFile[] {
  const others = all.filter(({ path }) => texts[path] === undefined);
  const written = Object.entries(texts).flatMap(([path, text]) =>
    text === null || variantName(path) !== undefined ? [] : [{ path, text }],
  );
  return [...others, ...written].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Compiles the attended screen at once, and the others in the background. */
export function createCompiler(inPauses: InPauses | undefined) {
  const memory = new ProjectMemory();
  let good: Compiled | undefined;
  let goodFiles: readonly SourceFile[] = [];
  /** Problems of the last full compilation, and the files it read. */
  let found: readonly Problem[] = [];
  let foundIn: ReadonlySet<SourceFile> = new Set();
  let attended: string | undefined;
  let stop = (): void => undefined;

  /** The result after only the attended screen is compiled. */
  function compileFirst(all: readonly SourceFile[], compiling: Compiling): Compilation {
    const ids = all.flatMap(({ path }) => SCREEN.exec(path)?.[1] ?? []);
    attended = ids.find((id) => id === attended) ?? ids[0] ?? '';
    const sole = compiling.alone(attended);
    const alone = sole && withBrand(sole, all);
    const still = new Set(all.filter((file) => foundIn.has(file)).map(({ path }) => path));
    still.delete(`screens/${attended}.screen.json`);
    const problems = inOrder([...found.filter(({ file }) => still.has(file)), ...(alone?.problems ?? [])]);
    if (alone?.app === undefined) return { problems, good, goodFiles, isWhole: false, isGood: false };
    const known = { ...good?.screens, ...alone.screens };
    const screens = Object.entries(known).filter(([id]) => ids.includes(id));
    const first = {
      ...alone,
      screens: Object.fromEntries(screens),
      plans: new Map(screens.map(([id, { plan }]) => [id, plan])),
    };
    // Show at least this screen, even if another one has an error.
    if (good === undefined) [good, goodFiles] = [first, all];
    return { problems, good: first, goodFiles: all, isWhole: false, isGood: true };
  }

  function compileWhole(all: readonly SourceFile[], compiling: Compiling): Compilation {
    const compiled = withBrand(compiling.whole(), all);
    const isGood = compiled.app !== undefined;
    if (isGood) [good, goodFiles] = [compiled, all];
    found = compiled.problems;
    foundIn = new Set(all);
    return { problems: found, good, goodFiles, isWhole: true, isGood };
  }

  return {
    /** Replaces the compilation before. @param onWhole - Called if other screens were compiled in the background. */
    compile(all: readonly SourceFile[], onWhole: (compilation: Compilation) => void): Compilation {
      stop();
      const compiling = new Compiling(all, memory);
      if (inPauses === undefined || compiling.left <= FEW_SCREENS) return compileWhole(all, compiling);
      stop = inPauses(() => {
        if (compiling.left > 0) {
          compiling.step();
          return 'more';
        }
        onWhole(compileWhole(all, compiling));
        return 'done';
      });
      return compileFirst(all, compiling);
    },
    /** The next compilation begins with this screen. @returns whether another screen was attended before. */
    attend(screen: string): boolean {
      const isOther = attended !== screen;
      attended = screen;
      return isOther;
    },
    /** Tries other texts, null for a deleted document; the result is not stored. */
    compileWith(texts: Edit['changes'], all: readonly SourceFile[]): Compiled {
      const tried = filesWith(texts, all);
      return withBrand(compileProject(tried, memory), tried);
    },
  };
}
