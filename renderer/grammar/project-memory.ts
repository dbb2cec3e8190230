import type { AppPlan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import type { AppDraft } from './compile/app.ts';
import type { CompletePlans } from './compile/complete.ts';
import type { Parts } from './compile/parts.ts';
import type { Walk } from './compile/plan-walk.ts';
import type { ScreenDraft } from './compile/screen.ts';
import type { ParsedDocument } from './parse.ts';
import type { ScreenWorld, World } from './world.ts';

interface Screen {
  readonly document: ParsedDocument | undefined;
  readonly draft: ScreenDraft | undefined;
}

/** Results that depend only on a screen's draft and its surroundings. */
interface Following {
  readonly plans: CompletePlans;
  /** Problems of features that its grammar does not have. */
  readonly later: readonly Problem[];
  readonly walk: Walk;
}

/** Cached results of screens with the same surroundings (application, contracts, parts). */
export class Around {
  readonly #parts: readonly unknown[];
  readonly #catalogues: readonly unknown[];
  readonly #screens = new Map<string, Screen>();
  #templates: Parts | undefined;
  #app: { readonly routes: string; readonly draft: AppDraft | undefined } | undefined;
  #wholeApp: { readonly of: AppDraft; readonly app: AppPlan } | undefined;
  readonly #following = new WeakMap<ScreenDraft, Partial<Following>>();

  constructor(parts: readonly unknown[], catalogues: readonly unknown[]) {
    this.#parts = parts;
    this.#catalogues = catalogues;
  }

  /**
   * The application for these screens.
   *
   * @param routes - Routes of all screens, the only part of the screens that the application depends on.
   */
  app(routes: string, make: () => AppDraft | undefined): AppDraft | undefined {
    if (this.#app?.routes !== routes) this.#app = { routes, draft: make() };
    return this.#app.draft;
  }

  /** The completed plan of the application. */
  wholeApp(of: AppDraft, make: () => AppPlan): AppPlan {
    if (this.#wholeApp?.of !== of) this.#wholeApp = { of, app: make() };
    return this.#wholeApp.app;
  }

  /** Whether the surroundings and catalogues are the same. */
  isOf(parts: readonly unknown[], catalogues: readonly unknown[]): boolean {
    return areSame(this.#parts, parts) && areSame(this.#catalogues, catalogues);
  }

  /** Each part is compiled when it is first used. */
  parts(make: () => Parts): Parts {
    return (this.#templates ??= make());
  }

  /** Whether everything of a screen is cached. */
  isMade({ name, document }: ScreenWorld): boolean {
    const known = this.#screens.get(name);
    if (known === undefined || known.document !== document) return false;
    return known.draft === undefined || this.#following.get(known.draft)?.plans !== undefined;
  }

  draft({ name, document }: ScreenWorld, make: () => ScreenDraft | undefined): ScreenDraft | undefined {
    const known = this.#screens.get(name);
    if (known !== undefined && known.document === document) return known.draft;
    const draft = make();
    this.#screens.set(name, { document, draft });
    return draft;
  }

  once<K extends keyof Following>(what: K, draft: ScreenDraft, make: () => Following[K]): Following[K] {
    const known = this.#following.get(draft) ?? {};
    const found: Following[K] = known[what] ?? make();
    this.#following.set(draft, { ...known, [what]: found });
    return found;
  }
}

/**
 * Caches the results of screens when a project is compiled again with one screen changed.
 *
 * A screen depends on its own document and on its surroundings: the application, contracts, parts, names of
 * images, parameters of other screens, and catalogues. A change of any of these invalidates all screens.
 */
export class ProjectMemory {
  /**
   * One entry while the project has errors and one while it has none: an edit often switches between the two.
   */
  readonly #around = new Map<boolean, Around>();
  readonly #kept = new Map<string, { readonly of: readonly unknown[]; readonly made: unknown }>();

  /**
   * Caches a value until one of its inputs changes.
   *
   * @param what Key of the value.
   * @param of All inputs of the value.
   */
  keep<T>(what: string, of: readonly unknown[], make: () => T): T {
    const kept = this.#kept.get(what);
    // The same key always has a value of the same type.
    if (kept !== undefined && areSame(kept.of, of)) return kept.made as T;
    const made = make();
    this.#kept.set(what, { of, made });
    return made;
  }

  of(world: World): Around {
    const parts = [
      world.app?.document,
      ...world.contracts.documents(),
      ...[...world.parts.values()].map(({ document }) => document),
      [...world.assets].sort().join(' '),
      ...[...world.screens.values()].map(({ name, value }) =>
        JSON.stringify([name, value?.['params'], value?.['paramSets']]),
      ),
    ];
    const catalogues = world.catalogues.map(({ document }) => document);
    const known = this.#around.get(world.hasErrors);
    if (known?.isOf(parts, catalogues)) return known;
    const around = new Around(parts, catalogues);
    this.#around.set(world.hasErrors, around);
    return around;
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
