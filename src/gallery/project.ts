import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Compiling, type Compiled, compileProject } from '#renderer/grammar/compile.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { CONFIG_FILES } from '#src/extensions/config.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { isRecord, readContracts, textsOf } from '#src/shared/contract.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { APP_FILE, isAsset } from '#src/shared/project-paths.ts';
import { titleOf } from '#src/shared/title-of.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { routeAll } from '#src/simulator/states/state-address.ts';
import { listStates, type ScreenState } from '#src/simulator/states/states.ts';
import type { CompiledExample, GalleryContents, GalleryScreen, OpenedState, WrittenNode } from './answers.ts';
import { EXAMPLE_SCREEN, problemsOfNode, writeExampleScreen } from './example-screen.ts';
import { describeWidget } from './list-widgets.ts';
import type { ListedWidget } from './threads.ts';

interface Known {
  readonly files: readonly ProjectFile[];
  readonly compiled: Compiled;
  readonly states: ReadonlyMap<string, readonly ScreenState[]>;
  readonly fixtures: Pick<OpenedState, 'service'> & { readonly scenarios: ReadonlyMap<string, Scenario> };
  readonly faults: readonly string[];
}

const NO_SERVICE: OpenedState['service'] = {
  handlers: {},
  anybody: {},
  checks: {},
  replies: {},
  fixtures: {},
};
const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** A project on disk with its widgets. Reads it once, until `forget`. */
export class GalleryProject {
  readonly #root: string;
  #widgets: readonly ListedWidget[] = [];
  readonly #memory = new ProjectMemory();
  readonly #examples = new ProjectMemory();
  /** Unchanged files stay the same objects, so that they are not compiled again. */
  #former: ReadonlyMap<string, ProjectFile> = new Map();
  #known: Known | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Widgets that the language of this process has. */
  list(widgets: readonly ListedWidget[]): void {
    this.#widgets = widgets;
    this.forget();
  }

  /** Reads the project again for the next answer. */
  forget(): void {
    this.#known = undefined;
  }

  contents(configFault: string | undefined): GalleryContents {
    const { files, compiled, states, faults } = this.#read();
    const app = readJson(files.find(({ path }) => path === APP_FILE)?.text);
    const languages = isRecord(app?.['languages']) ? app['languages'] : {};
    const config = CONFIG_FILES.find((name) => existsSync(join(this.#root, name)));
    const given = languages['default'];
    const first = typeof given === 'string' ? given : 'en';
    const list = Array.isArray(languages['list'])
      ? languages['list'].filter((one) => typeof one === 'string')
      : [];
    return {
      name: typeof app?.['name'] === 'string' ? app['name'] : basename(this.#root),
      languages: { default: first, list: list.length > 0 ? list : [first] },
      ...(config !== undefined && { config }),
      ...(configFault !== undefined && { configFault }),
      widgets: this.#widgets.map((widget) => describeWidget(widget, shapes.widgets[widget.name])),
      screens: files.flatMap((file) => describeScreen(file, states)),
      problems: compiled.problems,
      faults,
    };
  }

  /** Compiles a node as the only node of a screen. Screens with errors are left out, so an example can be seen meanwhile. */
  compile(node: WrittenNode): CompiledExample {
    const { files: given, compiled } = this.#read();
    const broken = new Set(
      compiled.problems.filter(({ severity }) => severity === 'error').map(({ file }) => file),
    );
    const files = given.filter(({ path }) => !SCREEN.test(path) || !broken.has(path));
    const screen = writeExampleScreen(node, shapes.widgets[node.type]);
    const all = [...files, { path: screen.path, text: screen.text }];
    const alone = new Compiling(all, this.#examples).alone(EXAMPLE_SCREEN);
    if (alone === undefined) return { problems: [] };
    const { app, plans, problems } = withBrand(alone, files);
    const own = problemsOfNode(problems, screen);
    const plan = plans.get(EXAMPLE_SCREEN);
    // A broken app.json or contract is listed with the project.
    if (app === undefined || plan === undefined) return { problems: own };
    return { app, plan: this.#withAssets(plan), problems: own };
  }

  /** @throws Error if the definitions have errors, or there is no such state. */
  open(screen: string, name: string): OpenedState {
    const { files, compiled, states, fixtures } = this.#read();
    const { app, plans } = compiled;
    const state = states.get(screen)?.find((one) => one.name === name);
    if (app === undefined) throw new Error('The definitions have errors.');
    if (state === undefined) throw new Error(`The screen ${screen} has no state ${name}.`);
    const bytes = new Map(files.map(({ path, text }) => [path, new TextEncoder().encode(text)]));
    const sample = join(this.#root, 'fixtures/places/sample.csv');
    return {
      state,
      app,
      plans: Object.fromEntries([...plans].map(([id, plan]) => [id, this.#withAssets(plan)])),
      contracts: readContracts(bytes, textsOf(app)),
      scenarios: [...fixtures.scenarios.values()],
      service: fixtures.service,
      places: existsSync(sample) ? readFileSync(sample, 'utf8') : '',
    };
  }

  /** Images have the addresses under which Vite serves the files of the project. */
  #withAssets(plan: Plan): Plan {
    const names = this.#read()
      .files.map(({ path }) => path)
      .filter(isAsset);
    return {
      ...plan,
      assets: Object.fromEntries(names.map((path) => [basename(path, extname(path)), `/${path}`])),
    };
  }

  #read(): Known {
    this.#known ??= this.#readAgain();
    return this.#known;
  }

  #readAgain(): Known {
    const files = readProjectFiles(this.#root).map((file) => {
      const known = this.#former.get(file.path);
      return known?.text === file.text ? known : file;
    });
    this.#former = new Map(files.map((file) => [file.path, file]));
    const compiled = withBrand(compileProject(files, this.#memory), files);
    const faults: string[] = [];
    const onFault = ({ message }: Error): void => void faults.push(message);
    const { states, ...fixtures } = loadStates(this.#root, compiled, onFault);
    return { files, compiled, states, fixtures, faults };
  }
}

function loadStates(
  root: string,
  { app, plans }: { readonly app?: AppPlan; readonly plans: ReadonlyMap<string, Plan> },
  onFault: (fault: Error) => void,
): Known['fixtures'] & Pick<Known, 'states'> {
  const nothing = { scenarios: new Map(), service: NO_SERVICE, states: new Map() };
  // Fixtures are read by the contracts; the problems of these are listed.
  if (app === undefined) return nothing;
  try {
    const { scenarios, service, states } = loadFixtures(root, onFault);
    // The page says how to make one.
    if (scenarios.size === 0) return nothing;
    const screens = Object.fromEntries([...plans.keys()].map((id) => [id, id]));
    const listed = { app: { plan: routeAll(app) }, screens, plans };
    return { scenarios, service, states: listStates(states, scenarios, listed, onFault) };
  } catch (error) {
    onFault(new Error(messageOf(error)));
    return nothing;
  }
}

function describeScreen(
  { path, text }: ProjectFile,
  states: ReadonlyMap<string, readonly ScreenState[]>,
): GalleryScreen[] {
  const id = SCREEN.exec(path)?.[1];
  if (id === undefined) return [];
  const title = readJson(text)?.['title'];
  return [
    {
      id,
      title: typeof title === 'string' && !title.includes('${') ? title : titleOf(id),
      states: (states.get(id) ?? []).map(({ name, title: words, shows }) => ({ name, title: words, shows })),
    },
  ];
}

/** The record in a text; undefined if it is not valid, which the problems say. */
function readJson(text: string | undefined): { readonly [name: string]: unknown } | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
