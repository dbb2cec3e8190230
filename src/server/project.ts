import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProject } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { ScreenPlaces } from '#src/shared/inspected.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { describeProblems } from '#src/shared/problem-report.ts';
import { type ProjectFile, readProjectBytes, readProjectFiles } from '#src/shared/project-files.ts';
import type { AppOptions } from './app-options.ts';
import { readContracts, textsOf } from '#src/shared/contract.ts';
import { readPreloads } from './delivery/preloads.ts';
import { makeRelease } from './delivery/release.ts';
import type { ReleaseParts } from './delivery/release-source.ts';
import { createScreenPlaces } from './dev/screen-places.ts';
import {
  readBuiltFiles,
  readProductAssets,
  readScenarioPictures,
  type StaticFiles,
} from './delivery/static-files.ts';
import { addPseudoLanguage } from '#src/simulator/states/pseudo-language.ts';
import { type OnBadFixture, throwBadFixture, skipBadFixture } from '#src/simulator/service/bad-fixture.ts';
import { type Places, readPlaces } from '#src/simulator/service/places.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import type { SimulatorFixtures, StudioParts } from './studio/studio-pages.ts';

/** Definitions with their compiled plans, of a folder or of a release. */
export interface Definitions {
  readonly app: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Every document and image by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Render screens for their documents. */
export type Renderers = Pick<AppOptions, 'renderPlaceholder' | 'renderContent'>;

type BuiltPage = Pick<AppOptions, 'template' | 'preloads' | 'files'> & Renderers;

type Fixtures = Pick<SimulatorFixtures, 'scenarios' | 'states' | 'service'>;

/** A checked-out project with its built page, compiled. */
export interface Project {
  /** A line for each problem, including warnings. */
  readonly problems: readonly string[];
  /** The problems with their source lines, as `capiz check` prints them. */
  describe(): string;
  /** False if a definition has an error: then nothing may be served. */
  readonly isSound: boolean;
  /** Its definitions, as they are served without a registry; undefined if they have errors. */
  readonly definitions: Definitions | undefined;
  /** Source locations of a screen's nodes; undefined if there is no such screen. */
  findPlaces(screen: string): ScreenPlaces | undefined;
  /** Folder of the built documentation. */
  readonly docs: string;
  /** Reads the built page. */
  readBuilt(): BuiltPage;
  /** Images that the scenarios of the simulated loan service use. */
  readPictures(): StaticFiles;
  /** The built studio, and the fixtures for its previews; undefined if it was not built. */
  readStudio(): StudioParts | undefined;
  /** The fixtures of the last read. */
  loadFixtures(): Fixtures;
  readFixturesAgain(): Fixtures;
  /** @param file - The operator's list; default: the sample. */
  loadPlaces(file?: string): Places;
  /** Fixtures for previews of drafts. */
  rehearse(): SimulatorFixtures;
}

/**
 * Opens a project. Everything is read once, and fixtures again with `readFixturesAgain`. Definitions are compiled
 * only when they are needed: a server whose registry has these definitions never compiles them.
 * @param dist - Folder of the built page; default: in the project itself.
 * @param onBadFixture - Gets the error of each fixture that cannot be used, and leaves it out. Default: throws the
 * error.
 */
export function loadProject(
  root: string,
  dist = join(root, 'dist'),
  renderers: Renderers = {},
  onBadFixture: OnBadFixture = throwBadFixture,
): Project {
  const found = readFolder(root);
  let fixtures: Fixtures | undefined;
  const readFixturesAgain = () => (fixtures = loadFixtures(root, onBadFixture));
  const readFixtures = () => fixtures ?? readFixturesAgain();
  let places: string | undefined;
  const rehearse = (): SimulatorFixtures => ({
    ...readFixtures(),
    places: (places ??= skipBadFixture(onBadFixture, () => readUsablePlaces(root)) ?? ''),
  });
  const documents = (): readonly ProjectFile[] => {
    if ('fault' in found) throw found.fault;
    return found.documents;
  };
  let compiled: ReturnType<typeof compileProject> | undefined;
  const compile = () => (compiled ??= withBrand(compileProject(documents()), documents()));
  const isSound = () =>
    compile().app !== undefined && !compile().problems.some(({ severity }) => severity === 'error');
  return {
    get problems() {
      return compile().problems.map(describe);
    },
    describe: () =>
      describeProblems(
        compile().problems,
        new Map(documents().map(({ path, text }) => [path, text])),
        makeColours(false),
      ),
    get isSound() {
      return isSound();
    },
    get definitions() {
      const { app, plans } = compile();
      if ('fault' in found || !isSound() || app === undefined) return undefined;
      return { app, plans, files: found.bytes };
    },
    get findPlaces() {
      return createScreenPlaces(compile(), documents());
    },
    docs: join(dist, 'docs'),
    loadFixtures: readFixtures,
    readFixturesAgain,
    loadPlaces: (file) => loadPlaces(root, file),
    rehearse,
    readStudio() {
      const read = (name: string) => readFileSync(join(dist, 'studio', name), 'utf8');
      if (!existsSync(join(dist, 'studio'))) return undefined;
      return {
        documents: { studio: read('index.html'), home: read('home.html'), stage: read('stage.html') },
        rehearse,
      };
    },
    readBuilt() {
      const built = join(dist, 'borrower');
      const template = readFileSync(join(built, 'index.html'), 'utf8');
      return {
        template,
        preloads: readPreloads(built, template),
        ...renderers,
        files: new Map([
          ...readBuiltFiles(built),
          ...readBuiltFiles(join(dist, 'devtools'), '/capiz/devtools/'),
          ...readBuiltFiles(join(dist, 'studio'), '/capiz/studio/'),
        ]),
      };
    },
    readPictures: () => readScenarioPictures(join(root, 'fixtures/scenarios/pictures'), onBadFixture),
  };
}

type Folder =
  | { readonly documents: readonly ProjectFile[]; readonly bytes: ReadonlyMap<string, Uint8Array> }
  | { readonly fault: unknown };

/** An unreadable folder fails only the callers that need its content. */
function readFolder(root: string): Folder {
  try {
    return { documents: readProjectFiles(root), bytes: readProjectBytes(root) };
  } catch (fault) {
    return { fault };
  }
}

/**
 * Prepares definitions to be served.
 * @param foreignHosts - More hosts that screens may open or show in frames, besides those of app.json.
 * @param isDemo - Includes what only demonstrations have: the pseudo-language, and screens with `demo`.
 * @param isReal - Calls reach a real loan service, so samples of the session are not sent.
 */
export function makeReleaseParts(
  { app, plans, files }: Definitions,
  foreignHosts: readonly string[],
  isDemo: boolean,
  isReal = false,
): ReleaseParts {
  const assets = readProductAssets(files);
  const compiled = isDemo ? addPseudoLanguage({ app, plans }) : { app, plans };
  return {
    release: makeRelease(compiled.app, compiled.plans, {
      foreignHosts,
      assets: assets.addresses,
      demo: isDemo,
      isReal,
    }),
    contracts: readContracts(files, textsOf(app)),
    assets: assets.files,
  };
}

/** @param file - The operator's table; default: the project's sample. */
export function loadPlaces(root: string, file?: string): Places {
  return readPlaces(file === undefined ? readSamplePlaces(root) : readFileSync(file, 'utf8'));
}

/** Checked here because the studio parses the text in the browser. @throws Error if it is not valid. */
function readUsablePlaces(root: string): string {
  const places = readSamplePlaces(root);
  try {
    readPlaces(places);
  } catch (error) {
    throw new Error(`fixtures/places/sample.csv: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return places;
}

/** Empty if the project has no sample. */
function readSamplePlaces(root: string): string {
  const sample = join(root, 'fixtures/places/sample.csv');
  return existsSync(sample) ? readFileSync(sample, 'utf8') : '';
}

/** A line for the operator. */
export function describe({ severity, code, file, line, column, message }: Problem): string {
  return `${severity}  ${code}  ${file}:${line}:${column}  ${message}`;
}
