import type { AppPlan, Plan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import type { Origins } from './elaborate/draft.ts';
import { Elaboration, elaborateProject, type Project } from './project.ts';
import type { ProjectMemory } from './project-memory.ts';
import type { SourceFile } from './world.ts';

export type { Origins } from './elaborate/draft.ts';

export interface Compiled {
  /** Missing where any document has an error: nothing half-right is published. */
  readonly app?: AppPlan;
  readonly screens: { readonly [id: string]: { readonly plan: Plan; readonly origins: Origins } };
  /** The screens' plans alone, as they are delivered. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** Warnings too. */
  readonly problems: readonly Problem[];
}

/**
 * Compiles all documents of a project. Pure: the same files give the same plans.
 *
 * With an error in any document there are no plans, only problems: screens lead to each other, and a
 * release is one whole.
 *
 * @param memory Of whoever compiles a project again and again with a document changed: files that are the same objects
 *   are not read anew, nor are screens whose surroundings are what they were.
 */
export function compileProject(files: readonly SourceFile[], memory?: ProjectMemory): Compiled {
  return compiledOf(elaborateProject(files, undefined, memory));
}

/**
 * The same compiled a screen at a time, for whoever has something to show meanwhile. What was made stays in the memory,
 * also where the rest never is.
 */
export class Compiling {
  readonly #elaboration: Elaboration;
  readonly #left: string[];

  constructor(files: readonly SourceFile[], memory: ProjectMemory) {
    this.#elaboration = new Elaboration(files, memory);
    this.#left = [...this.#elaboration.left()];
  }

  /** How many screens are not made yet. */
  get left(): number {
    return this.#left.length;
  }

  /**
   * One screen, as if the others had no errors of their own: its plan, and the problems that are known of it and of all
   * that screens share. Undefined where there is no such screen.
   */
  alone(screen: string): Compiled | undefined {
    const found = this.#elaboration.alone(screen);
    return found && compiledOf(found);
  }

  /** Makes one more screen, some milliseconds of work. */
  step(): void {
    const screen = this.#left.shift();
    if (screen !== undefined) this.#elaboration.make(screen);
  }

  /** What `compileProject` gives, with all that is left. */
  whole(): Compiled {
    return compiledOf(this.#elaboration.whole());
  }
}

/** What an elaborated project compiles to. */
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

/** The bytes of a plan that its hash is made of: members in the order of their names, nothing undefined. */
export function serializePlan(plan: Plan | AppPlan): string {
  return serialize(plan);
}

/** The same for whatever holds plans. */
export function serialize(data: object): string {
  return JSON.stringify(data, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? sortMembers(value) : value,
  );
}

/** What the registry keeps is sorted already. */
function sortMembers(record: object): object {
  const names = Object.keys(record);
  if (names.every((name, at) => at === 0 || (names[at - 1] ?? '') <= name)) return record;
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
