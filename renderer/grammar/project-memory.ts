import type { AppPlan, Plan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import type { AppDraft } from './elaborate/app.ts';
import type { Parts } from './elaborate/parts.ts';
import type { Walk } from './elaborate/plan-walk.ts';
import type { ScreenDraft } from './elaborate/screen.ts';
import type { ParsedDocument } from './parse.ts';
import type { ScreenWorld, World } from './world.ts';

interface Screen {
  readonly document: ParsedDocument | undefined;
  readonly draft: ScreenDraft | undefined;
}

/** What follows from a screen's draft alone and what is around it. */
interface Following {
  readonly plan: Plan;
  /** What it uses and its grammar does not have. */
  readonly later: readonly Problem[];
  readonly walk: Walk;
}

/** Screens that were elaborated among the same others. */
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

  /** The application over these screens; @param routes - Of all screens, the one thing of them that it has besides. */
  app(routes: string, make: () => AppDraft | undefined): AppDraft | undefined {
    if (this.#app?.routes !== routes) this.#app = { routes, draft: make() };
    return this.#app.draft;
  }

  /** The application with what is around it. */
  wholeApp(of: AppDraft, make: () => AppPlan): AppPlan {
    if (this.#wholeApp?.of !== of) this.#wholeApp = { of, app: make() };
    return this.#wholeApp.app;
  }

  /** Whether what is around is this, and what it says in other languages. */
  isOf(parts: readonly unknown[], catalogues: readonly unknown[]): boolean {
    return areSame(this.#parts, parts) && areSame(this.#catalogues, catalogues);
  }

  /** Each part is elaborated when it is first used. */
  parts(make: () => Parts): Parts {
    return (this.#templates ??= make());
  }

  /** Whether all of a screen that others need was made. */
  isMade({ name, document }: ScreenWorld): boolean {
    const known = this.#screens.get(name);
    if (known === undefined || known.document !== document) return false;
    return known.draft === undefined || this.#following.get(known.draft)?.plan !== undefined;
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
 * What became of the screens of a project, for whoever elaborates it again with one of them changed.
 *
 * A screen is made of its own document and of what is around it: the application, contracts, parts, names of
 * pictures, what other screens are given, and catalogues. Where one of these is another, all screens are made anew.
 */
export class ProjectMemory {
  /** Of a project with errors, and of one without: while somebody writes it is now one and now the other. */
  readonly #around = new Map<boolean, Around>();
  readonly #kept = new Map<string, { readonly of: readonly unknown[]; readonly made: unknown }>();

  /**
   * What is made of some things alone, and not anew while they are the same.
   *
   * @param what Names it; @param of Everything that it is made of.
   */
  keep<T>(what: string, of: readonly unknown[], make: () => T): T {
    const kept = this.#kept.get(what);
    // Under one name the same is made each time.
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
      ...[...world.screens.values()].map(({ name, value }) => JSON.stringify([name, value?.['params']])),
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
