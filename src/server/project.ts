import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProject } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { ScreenPlaces } from '#src/shared/inspected.ts';
import { describeProblems } from '#src/shared/problem-report.ts';
import { type ProjectFile, readProjectBytes, readProjectFiles } from '#src/shared/project-files.ts';
import type { AppOptions } from './app-options.ts';
import { readContracts, textsOf } from '#src/shared/contract.ts';
import type { DrawPicture } from './delivery/document.ts';
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
import { type OnMisfit, refuseMisfit, unlessMisfit } from '#src/simulator/service/misfit.ts';
import { type Places, readPlaces } from '#src/simulator/service/places.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import type { Rehearsed, StudioParts } from './studio/studio-pages.ts';

/** Definitions with what was compiled of them: of a folder, or of a release. */
export interface Definitions {
  readonly app: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Every document and picture by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

type BuiltPage = Pick<AppOptions, 'template' | 'preloads' | 'drawPicture' | 'files'>;

type Fixtures = Pick<Rehearsed, 'scenarios' | 'states' | 'service'>;

/** A checked-out project with its built page, compiled. */
export interface Project {
  /** For people, a line each; warnings too. */
  readonly problems: readonly string[];
  /** The same with the lines that they are about, as `capiz check` prints them. */
  describe(): string;
  /** False where a definition has an error: nothing may be served then. */
  readonly isSound: boolean;
  /** Its definitions, as they are served where no registry has others. */
  readonly definitions: Definitions | undefined;
  /** Where what a screen shows is written; undefined where there is no such screen. */
  findPlaces(screen: string): ScreenPlaces | undefined;
  /** The built page. */
  readBuilt(): BuiltPage;
  /** Pictures that the scenarios of the reference loan service name. */
  readPictures(): StaticFiles;
  /** The built studio, and what drafts are rehearsed with in it; undefined where it was not built. */
  readStudio(): StudioParts | undefined;
  /** As they were read last. */
  loadFixtures(): Fixtures;
  readFixturesAgain(): Fixtures;
  /** @param file - The owner's list; default: the sample. */
  loadPlaces(file?: string): Places;
  /** What drafts are shown with. */
  rehearse(): Rehearsed;
}

/**
 * Reads everything once, and fixtures again when `readFixturesAgain` is called. Compiled is what the disk says when somebody asks for
 * that: a server whose registry knows these definitions does not.
 *
 * @param dist - Where the built page stands; default: in the project itself.
 * @param drawPicture - Of screens, in the documents of that page.
 * @param onMisfit - Gets the fault of each fixture that cannot be used; it is left out. Default: throws it.
 */
export function loadProject(
  root: string,
  dist = join(root, 'dist'),
  drawPicture?: DrawPicture,
  onMisfit: OnMisfit = refuseMisfit,
): Project {
  const found = readFolder(root);
  let fixtures: Fixtures | undefined;
  const readFixturesAgain = () => (fixtures = loadFixtures(root, onMisfit));
  const readFixtures = () => fixtures ?? readFixturesAgain();
  let places: string | undefined;
  const rehearse = (): Rehearsed => ({
    ...readFixtures(),
    places: (places ??= unlessMisfit(onMisfit, () => readUsablePlaces(root)) ?? ''),
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
    loadFixtures: readFixtures,
    readFixturesAgain,
    loadPlaces: (file) => loadPlaces(root, file),
    rehearse,
    readStudio() {
      const read = (name: string) => readFileSync(join(dist, 'studio', name), 'utf8');
      if (!existsSync(join(dist, 'studio'))) return undefined;
      return {
        documents: { studio: read('index.html'), stage: read('stage.html') },
        rehearse,
      };
    },
    readBuilt() {
      const built = join(dist, 'borrower');
      const template = readFileSync(join(built, 'index.html'), 'utf8');
      return {
        template,
        preloads: readPreloads(built, template),
        ...(drawPicture && { drawPicture }),
        files: new Map([
          ...readBuiltFiles(built),
          ...readBuiltFiles(join(dist, 'workshop'), '/capiz/workshop/'),
          ...readBuiltFiles(join(dist, 'studio'), '/capiz/studio/'),
        ]),
      };
    },
    readPictures: () => readScenarioPictures(join(root, 'fixtures/scenarios/pictures'), onMisfit),
  };
}

type Folder =
  | { readonly documents: readonly ProjectFile[]; readonly bytes: ReadonlyMap<string, Uint8Array> }
  | { readonly fault: unknown };

/** A folder that cannot be read fails only the callers that need its content. */
function readFolder(root: string): Folder {
  try {
    return { documents: readProjectFiles(root), bytes: readProjectBytes(root) };
  } catch (fault) {
    return { fault };
  }
}

/**
 * Definitions made ready to be served.
 *
 * @param foreignHosts - Hosts that screens may leave for and show in frames besides those of app.json.
 * @param isDemo - With what demonstrations alone may show: the pseudo-language, and screens that say `demo`.
 * @param isReal - Calls reach a real loan service, to which no sample of the session is sent.
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

/** @param file - A table of one's own; default: the project's sample. */
export function loadPlaces(root: string, file?: string): Places {
  return readPlaces(file === undefined ? readSamplePlaces(root) : readFileSync(file, 'utf8'));
}

/** The studio reads them again in the browser. @throws Error where it could not. */
function readUsablePlaces(root: string): string {
  const places = readSamplePlaces(root);
  try {
    readPlaces(places);
  } catch (error) {
    throw new Error(`fixtures/places/sample.csv: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return places;
}

/** A project need have none. */
function readSamplePlaces(root: string): string {
  const sample = join(root, 'fixtures/places/sample.csv');
  return existsSync(sample) ? readFileSync(sample, 'utf8') : '';
}

/** A line for the operator. */
export function describe({ severity, code, file, line, column, message }: Problem): string {
  return `${severity}  ${code}  ${file}:${line}:${column}  ${message}`;
}
