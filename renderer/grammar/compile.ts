import type { AppPlan, Plan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import { Compilation, analyzeProject, type Project } from './project.ts';
import type { ProjectMemory } from './project-memory.ts';
import type { SourceFile } from './world.ts';

export type { Origins } from './compile/draft.ts';

export interface Compiled {
  /** Missing if any document has an error: a release with errors is never published. */
  readonly app?: AppPlan;
  readonly screens: Project['screens'];
  /** The plans without origins, as they are delivered. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** Errors and warnings. */
  readonly problems: readonly Problem[];
}

/**
 * Compiles all documents of a project. Pure: the same files give the same plans.
 *
 * With an error in any document there are no plans, only problems: screens depend on each other, and a
 * release is published as a whole.
 *
 * @param memory Cache for repeated compilation. Files that are the same objects are not read again, and a
 *   screen is not compiled again while nothing that it depends on changes.
 */
export function compileProject(files: readonly SourceFile[], memory?: ProjectMemory): Compiled {
  return compiledOf(analyzeProject(files, undefined, memory));
}

/**
 * Compiles a project one screen at a time, so that the caller can show one screen early. All results are
 * stored in the memory, even if the compilation is never finished.
 */
export class Compiling {
  readonly #compilation: Compilation;
  readonly #left: string[];

  constructor(files: readonly SourceFile[], memory: ProjectMemory) {
    this.#compilation = new Compilation(files, memory);
    this.#left = [...this.#compilation.left()];
  }

  /** Number of screens that are not compiled yet. */
  get left(): number {
    return this.#left.length;
  }

  /**
   * Compiles one screen as if the other screens had no errors. Returns its plan, and the problems of the
   * screen and of everything that all screens share. Undefined if the screen does not exist.
   */
  alone(screen: string): Compiled | undefined {
    const found = this.#compilation.alone(screen);
    return found && compiledOf(found);
  }

  /** The problems that one document has by itself, without compiling the others. */
  problemsIn(file: string): readonly Problem[] {
    return this.#compilation.problemsIn(file);
  }

  /** Compiles one more screen; takes some milliseconds. */
  step(): void {
    const screen = this.#left.shift();
    if (screen !== undefined) this.#compilation.make(screen);
  }

  /** Compiles the rest and returns the result of `compileProject`. */
  whole(): Compiled {
    return compiledOf(this.#compilation.whole());
  }
}

/** The compilation result of a compiled project. */
export function compiledOf({
  app,
  screens,
  problems,
}: Pick<Project, 'app' | 'screens' | 'problems'>): Compiled {
  if (app === undefined || problems.some(({ severity }) => severity === 'error')) {
    return { screens: {}, plans: new Map(), problems };
  }
  const plans = new Map(Object.entries(screens).map(([id, { plan }]) => [id, plan]));
  return { app, screens, plans, problems };
}

/**
 * The canonical text of a plan, from which its hash is computed: members in the order of their names, none
 * undefined.
 */
export function serializePlan(plan: Plan | AppPlan): string {
  return serialize(plan);
}

/** As `serializePlan`, for any object that contains plans. */
export function serialize(data: object): string {
  return JSON.stringify(data, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? sortMembers(value) : value,
  );
}

/** Plans from the registry are already sorted. */
function sortMembers(record: object): object {
  const names = Object.keys(record);
  if (names.every((name, at) => at === 0 || (names[at - 1] ?? '') <= name)) return record;
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
