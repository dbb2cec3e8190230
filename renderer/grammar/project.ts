import { limits } from '../plan/limits.generated.ts';
import type { AppPlan, EndpointPlan } from '../plan/plan.ts';
import type { Problem } from '../plan/problem.ts';
import { checkAddresses } from './compile/addresses.ts';
import { type AppDraft, compileApp } from './compile/app.ts';
import {
  type Callables,
  type CompletePlans,
  completeApp,
  appUsesFunctions,
  completePlan,
  shownTexts,
  walkPart,
  walkScreen,
} from './compile/complete.ts';
import { checkGrammar } from './check-grammar.ts';
import { type Draft, isError, type Origins, withUnsettled } from './compile/draft.ts';
import { checkFlows } from './flow/check-flows.ts';
import { compileEndpoint } from './compile/endpoint.ts';
import { checkCatalogues } from './compile/messages.ts';
import { visitRawNodes } from './compile/names.ts';
import type { Parts, PartTemplate } from './compile/parts.ts';
import type { Walk } from './compile/plan-walk.ts';
import { compilePart, compileScreen, type ScreenDraft } from './compile/screen.ts';
import type { Json } from './json.ts';
import type { ParsedDocument } from './parse.ts';
import { type Around, ProjectMemory } from './project-memory.ts';
import { type Reading, readWorld, type ScreenWorld, type SourceFile, type World } from './world.ts';

export interface CompiledScreen extends CompletePlans {
  readonly origins: Origins;
}

/** The result of compiling a project. */
export interface Project {
  /** Undefined if app.json is missing or does not parse. */
  readonly app?: AppPlan;
  readonly screens: { readonly [id: string]: CompiledScreen };
  /** All problems of all documents, by file and location. */
  readonly problems: readonly Problem[];
  readonly world: World;
  /** Ids of all texts that definitions and the engine show; undefined if errors hide some. */
  readonly shown: ReadonlySet<string> | undefined;
}

/**
 * Checks and lowers all documents of a project in one pass, so that the compiler compiles exactly what the checker
 * accepts.
 *
 * @param readings Receives every expression, path and value that is read; only without a memory.
 * @param memory Reuses results of an earlier compilation of the same project.
 */
export function analyzeProject(
  files: readonly SourceFile[],
  readings?: Reading[],
  memory?: ProjectMemory,
): Project {
  return new Compilation(files, memory, readings).whole();
}

type Whole = Pick<Project, 'app' | 'screens' | 'problems'>;

/** Compiles a project; can do so one screen at a time. */
export class Compilation {
  readonly world: World;
  readonly #misread: Misread;
  readonly #remembered: Around;
  readonly #app: AppDraft | undefined;
  readonly #callables: Callables;
  readonly #parts: Parts;
  /** Problems of reading documents, of contracts and of the application. */
  readonly #shared: readonly Problem[];
  readonly #unsettled: readonly Problem[];

  /** @see analyzeProject */
  constructor(files: readonly SourceFile[], memory = new ProjectMemory(), readings?: Reading[]) {
    const { world: own, problems } = readWorld(files, memory);
    const world: World = readings === undefined ? own : { ...own, readings };
    this.world = world;
    this.#misread = new Misread(problems);
    const remembered = memory.of(world);
    this.#remembered = remembered;
    const routes = [...world.screens.values()].map(({ name, value }) => [name, value?.['routes']]);
    const app = remembered.app(JSON.stringify(routes), () => compileApp(world));
    this.#app = app;
    const { endpoints, ...reported } = memory.keep('endpoints', world.around, () => compileEndpoints(world));
    this.#callables = {
      endpoints,
      bridge: app?.bridge ?? {},
      areFunctionsUsed: app !== undefined && appUsesFunctions(app),
    };
    this.#shared = [
      ...problems,
      ...reported.problems,
      ...(app === undefined ? [] : checkAddresses(world)),
      ...(app?.draft.problems ?? []),
    ];
    this.#unsettled = [...reported.unsettled, ...(app?.draft.unsettled ?? [])];
    this.#parts = remembered.parts(() => new WorldParts(world));
  }

  /** Names of screens that are not compiled yet, in order. */
  left(): readonly string[] {
    return [...this.world.screens.values()]
      .filter((screen) => !this.#remembered.isMade(screen))
      .map(({ name }) => name);
  }

  /** Compiles one screen completely. */
  make(name: string): void {
    const draft = this.#draft(this.world.screens.get(name));
    if (draft === undefined) return;
    this.#problemsOf(draft);
    this.#textsOf(draft);
    this.#screen(draft);
  }

  /**
   * Compiles one screen; from the other screens it needs only their declarations. Undefined if it does not
   * exist.
   */
  alone(name: string): Whole | undefined {
    const draft = this.#draft(this.world.screens.get(name));
    if (draft === undefined) return undefined;
    const templates = [...this.#partsUsedBy(name)].flatMap((part) => this.#parts.get(part) ?? []);
    const problems = [
      ...this.#shared,
      ...this.#problemsOf(draft),
      ...templates.flatMap((template) => this.#problemsOfPart(template)),
    ];
    const unsettled = [
      ...this.#unsettled,
      ...draft.draft.unsettled,
      ...templates.flatMap((part) => part.unsettled),
    ];
    return {
      ...this.#completeApp(),
      screens: { [name]: this.#screen(draft) },
      problems: this.#inOrder(withUnsettled(problems, unsettled)),
    };
  }

  /**
   * The problems of one document: of its shape, its expressions and its actions. Those that only all documents together
   * show are missing, such as unused texts and private values in addresses.
   */
  problemsIn(file: string): readonly Problem[] {
    const of = (all: ReadonlyMap<string, ScreenWorld>) => [...all.values()].find((one) => one.file === file);
    const draft = this.#draft(of(this.world.screens));
    const part = of(this.world.parts);
    const template = part && this.#parts.get(part.name);
    const problems = [
      ...this.#shared,
      ...(draft === undefined ? [] : this.#problemsOf(draft)),
      ...(template === undefined ? [] : this.#problemsOfPart(template)),
    ];
    const unsettled = [
      ...this.#unsettled,
      ...(draft === undefined ? [] : draft.draft.unsettled),
      ...(template === undefined ? [] : template.unsettled),
    ];
    return this.#inOrder(withUnsettled(problems, unsettled)).filter((problem) => problem.file === file);
  }

  whole(): Project {
    const { world } = this;
    const drafts = [...world.screens.values()].flatMap((screen) => this.#draft(screen) ?? []);
    const templates = [...world.parts.keys()].flatMap((name) => this.#parts.get(name) ?? []);
    let problems = [...this.#shared];
    for (const draft of drafts) problems.push(...this.#problemsOf(draft));
    for (const template of templates) problems.push(...this.#problemsOfPart(template));
    const flows = [
      ...drafts.map(({ draft }) => draft.flows),
      ...templates.map((template) => template.flows),
      ...(this.#app === undefined ? [] : [this.#app.draft.flows]),
    ];
    problems.push(...checkFlows(world, flows, !problems.some(isError)));
    problems = withUnsettled(problems, [
      ...this.#unsettled,
      ...drafts.flatMap(({ draft }) => draft.unsettled),
      ...templates.flatMap(({ unsettled }) => unsettled),
    ]);
    // With errors some texts are unknown, so none is reported as unused.
    const isWhole = !problems.some(isError);
    const shown = isWhole
      ? shownTexts(
          drafts.map((draft) => this.#textsOf(draft)),
          templates,
          this.#app,
        )
      : undefined;
    problems.push(...checkCatalogues(world, shown));
    return {
      ...this.#completeApp(),
      screens: Object.fromEntries(drafts.map((draft) => [draft.plan.id, this.#screen(draft)])),
      world,
      shown,
      problems: this.#inOrder(problems),
    };
  }

  #draft(screen: ScreenWorld | undefined): ScreenDraft | undefined {
    if (screen === undefined) return undefined;
    return this.#remembered.draft(screen, () => {
      const draft = compileScreen(this.world, this.#parts, screen);
      if (draft !== undefined) checkLimits(draft.draft, this.#walk(draft));
      return draft;
    });
  }

  #problemsOf(draft: ScreenDraft): readonly Problem[] {
    const later = this.#remembered.once('later', draft, () =>
      checkGrammar(this.world, this.#walk(draft), draft.draft.origins),
    );
    return [...draft.draft.problems, ...later];
  }

  #problemsOfPart(template: PartTemplate): readonly Problem[] {
    return [...template.problems, ...checkGrammar(this.world, walkPart(template), template.origins)];
  }

  /** Names of the parts that a screen uses, directly or through other parts. */
  #partsUsedBy(screen: string): ReadonlySet<string> {
    const { screens, parts } = this.world;
    const used = new Set<string>();
    const collect = (document: Json | undefined): void => {
      visitRawNodes(document ?? {}, ({ type, part }) => {
        if (type !== 'part' || typeof part !== 'string' || used.has(part)) return;
        used.add(part);
        collect(parts.get(part)?.value);
      });
    };
    collect(screens.get(screen)?.value);
    return used;
  }

  #textsOf(draft: ScreenDraft): ReadonlySet<string> {
    return this.#walk(draft).texts;
  }

  #walk(draft: ScreenDraft): Walk {
    return this.#remembered.once('walk', draft, () => walkScreen(draft.plan));
  }

  #screen(draft: ScreenDraft): Project['screens'][string] {
    return {
      ...this.#remembered.once('plans', draft, () =>
        completePlan(draft, this.#walk(draft), this.world, this.#callables),
      ),
      origins: draft.draft.origins,
    };
  }

  #completeApp(): Pick<Project, 'app'> {
    const app = this.#app;
    if (app === undefined) return {};
    return { app: this.#remembered.wholeApp(app, () => completeApp(app, this.world)) };
  }

  #inOrder(problems: readonly Problem[]): Problem[] {
    return inOrder(problems.filter((problem) => !this.#misread.isConsequence(problem)));
  }
}

/** What a document reads, and where. */
export interface DocumentReadings {
  readonly world: World;
  /** Undefined if it does not parse. */
  readonly document?: ParsedDocument;
  /** In the order in which they were read: nested ones come later. */
  readonly readings: readonly Reading[];
}

/**
 * Reads one document of a project; the others are read only as far as this one needs.
 *
 * @param memory For callers that read the same project repeatedly.
 */
export function readingsOf(
  files: readonly SourceFile[],
  file: string,
  memory?: ProjectMemory,
): DocumentReadings {
  const readings: Reading[] = [];
  const { world: own } = readWorld(files, memory);
  const world: World = { ...own, readings };
  const of = (all: ReadonlyMap<string, ScreenWorld>) => [...all.values()].find((one) => one.file === file);
  const [screen, part] = [of(world.screens), of(world.parts)];
  const parts = new WorldParts(world);
  let document = (screen ?? part)?.document;
  if (screen !== undefined) compileScreen(world, parts, screen);
  else if (part !== undefined) parts.get(part.name);
  else if (world.app?.file === file) {
    document = world.app.document;
    compileApp(world);
  } else compileEndpoints(world);
  return {
    world,
    ...(document && { document }),
    readings: readings.filter((reading) => reading.document.file === file),
  };
}

/** Whether a text of a reading is an expression alone, without `${…}` around it. */
export function isBareExpression({ isValue, pointer }: Reading, at: string): boolean {
  // In a value only the conditions of a `choose`, and what a list is made of, are bare expressions.
  return !isValue || /\/(?:when|each|key)$/.test(at.slice(pointer.length));
}

/** Lowers all contracts and checks their paths. */
function compileEndpoints(world: World): {
  readonly endpoints: { readonly [name: string]: EndpointPlan };
  readonly problems: readonly Problem[];
  readonly unsettled: readonly Problem[];
} {
  const all = world.contracts.names().flatMap((name) => {
    const contract = world.contracts.get(name);
    return contract === undefined ? [] : [{ name, ...compileEndpoint(world, contract) }];
  });
  return {
    endpoints: Object.fromEntries(all.map(({ name, plan }) => [name, plan])),
    problems: all.flatMap(({ problems }) => problems),
    unsettled: all.flatMap(({ unsettled }) => unsettled),
  };
}

/** Parts of a project, each compiled when it is first used. */
class WorldParts implements Parts {
  readonly #world: World;
  readonly #templates = new Map<string, PartTemplate | undefined>();
  readonly #reading = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  isReading(name: string): boolean {
    return this.#reading.has(name);
  }

  get depth(): number {
    return this.#reading.size;
  }

  get(name: string): PartTemplate | undefined {
    const part = this.#world.parts.get(name);
    if (this.#templates.has(name) || part === undefined) return this.#templates.get(name);
    this.#reading.add(name);
    const template = compilePart(this.#world, this, part);
    this.#reading.delete(name);
    this.#templates.set(name, template);
    return template;
  }
}

/** Checks limits of a whole screen with its parts expanded; pages check the same limits. */
function checkLimits(draft: Draft, walk: Walk): void {
  // A part that is too large is already reported; the plan does not contain all parts.
  if (draft.expanded.isTooLarge) return;
  const nodes = walk.nodes.length;
  if (nodes > limits.nodes) {
    draft.report('limit/nodes', '', `The screen has ${nodes} nodes; the limit "nodes" is ${limits.nodes}.`);
  }
  let expressions = 0;
  for (const expression of walk.expressions) if (Array.isArray(expression)) expressions += 1;
  if (expressions > limits.expressions) {
    draft.report(
      'limit/expressions',
      '',
      `The screen has ${expressions} expressions; the limit "expressions" is ${limits.expressions}.`,
    );
  }
}

/** Finds problems that only follow from an invalid shape. */
class Misread {
  readonly #shape: ReadonlySet<Problem>;
  readonly #places: ReadonlyMap<string, readonly string[]>;

  constructor(shape: readonly Problem[]) {
    this.#shape = new Set(shape);
    const places = new Map<string, string[]>();
    for (const { code, file, pointer } of shape) {
      // A record with a missing member can still be checked.
      if (code === 'property/missing' || pointer === '') continue;
      places.set(file, [...(places.get(file) ?? []), pointer]);
    }
    this.#places = places;
  }

  isConsequence(problem: Problem): boolean {
    if (this.#shape.has(problem)) return false;
    return (this.#places.get(problem.file) ?? []).some(
      (pointer) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`),
    );
  }
}

/** Sorts problems by file and location, without duplicates. */
export function inOrder<P extends Problem>(problems: readonly P[]): P[] {
  const seen = new Set<string>();
  return problems
    .filter(({ code, file, line, column, message }) => {
      const key = JSON.stringify([code, file, line, column, message]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort(
      (a, b) =>
        compareTexts(a.file, b.file) ||
        a.line - b.line ||
        a.column - b.column ||
        compareTexts(a.code, b.code),
    );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
