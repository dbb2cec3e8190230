import { join } from 'node:path';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { type Compiled, compileProject } from '#renderer/grammar/compile.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { type Contract, readContracts, textsOf } from '#src/shared/contract.ts';
import { makeRelease, type Release } from '#src/server/delivery/release.ts';
import {
  readProductAssets,
  readScenarioPictures,
  type StaticFiles,
} from '#src/server/delivery/static-files.ts';
import { loadPlaces } from '#src/server/project.ts';
import { openUnrouted } from '#src/server/demo/gallery.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { Places } from '#src/simulator/service/places.ts';
import { listStates, type ScreenState, writeReplies } from '#src/simulator/states/states.ts';
import type { Script } from '#src/shared/scripts.ts';
import type { StateDocument } from '#src/shared/states.ts';
import { type ProjectFile, readProjectBytes, readProjectFiles } from '#src/shared/project-files.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { loadScripts, type ScriptWorld } from './load-scripts.ts';

/** A project with everything that rendering its screens needs. */
export interface TestProject {
  readonly root: string;
  readonly files: readonly ProjectFile[];
  readonly compiled: Compiled;
  readonly release: Release;
  /** Images that ship with the screens: name → address. */
  readonly assets: { readonly [name: string]: string };
  readonly contracts: readonly Contract[];
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly service: ServiceAnswers;
  readonly places: Places;
  /** By screen. */
  readonly states: ReadonlyMap<string, readonly ScreenState[]>;
  /** By screen. */
  readonly scripts: ReadonlyMap<string, readonly Script[]>;
  readonly replies: StateDocument['replies'];
  /** The project's images, by address. */
  readonly pictures: StaticFiles;
}

/** The origin of the simulator's payment page. */
export const PAY_ORIGIN = 'https://pay.test';

/** The definitions or fixtures have errors, so that nothing can be rendered. */
export class UnsoundProject extends Error {}

/**
 * Reads and compiles a project.
 *
 * @param laid - Documents that replace or extend the project's own.
 * @throws UnsoundProject if the definitions have errors; Error with the fixture that cannot be read.
 */
export function loadTestProject(root: string, laid: readonly ProjectFile[] = []): TestProject {
  const own = readProjectFiles(root).filter(({ path }) => !laid.some((file) => file.path === path));
  return makeTestProject(
    root,
    [...own, ...laid].sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

/** Reads a project again after each edit. */
export interface ProjectReader {
  /** Like `loadTestProject`; reuses the plans of screens that no edit affects. */
  read(): TestProject;
}

/** Caches documents, and the screens compiled from them. */
export function createProjectReader(root: string): ProjectReader {
  const memory = new ProjectMemory();
  let former: ReadonlyMap<string, ProjectFile> = new Map();
  return {
    read() {
      const files = readProjectFiles(root).map((file) => {
        const known = former.get(file.path);
        return known?.text === file.text ? known : file;
      });
      former = new Map(files.map((file) => [file.path, file]));
      return makeTestProject(root, files, memory);
    },
  };
}

function makeTestProject(root: string, files: readonly ProjectFile[], memory?: ProjectMemory): TestProject {
  const compiled = withBrand(compileProject(files, memory), files);
  const { app, plans, problems } = compiled;
  if (app === undefined) {
    const first = problems.find(({ severity }) => severity === 'error');
    throw new UnsoundProject(
      `the definitions have errors: ${first?.file}:${first?.line} ${first?.message ?? ''} See capiz check.`,
    );
  }
  const bytes = readProjectBytes(root);
  const assets = readProductAssets(bytes);
  const release = makeTestRelease(app, plans, assets.addresses);
  const contracts = readContracts(bytes, textsOf(app));
  const fixtures = loadFixtures(root, refuseFixture);
  const { scenarios, service } = fixtures;
  const states = listStates(fixtures.states, scenarios, release, refuseFixture);
  return {
    root,
    files,
    compiled,
    release,
    assets: assets.addresses,
    contracts,
    scenarios,
    service,
    places: loadPlaces(root),
    states,
    scripts: loadScripts(root, namesOf({ states, scenarios, contracts })),
    replies: writeReplies(contracts),
    pictures: new Map([...assets.files, ...readScenarioPictures(join(root, 'fixtures/scenarios/pictures'))]),
  };
}

/** @throws UnsoundProject: an unreadable document is a fault of the project. */
function refuseFixture({ message }: Error): never {
  throw new UnsoundProject(`${message} See capiz check.`);
}

/** A release for tests: every screen can be opened, and the payment page can be visited. */
export function makeTestRelease(
  app: AppPlan,
  plans: ReadonlyMap<string, Plan>,
  assets: TestProject['assets'],
): Release {
  const foreignHosts = [new URL(PAY_ORIGIN).host];
  return openUnrouted(makeRelease(app, plans, { foreignHosts, assets, demo: true, served: false }));
}

/** The names that scripts can refer to. */
function namesOf({
  states,
  scenarios,
  contracts,
}: Pick<TestProject, 'states' | 'scenarios' | 'contracts'>): ScriptWorld {
  return {
    states: new Map([...states].map(([screen, all]) => [screen, new Set(all.map(({ name }) => name))])),
    scenarios: new Set(scenarios.keys()),
    endpoints: new Set(contracts.map(({ name }) => name)),
  };
}
