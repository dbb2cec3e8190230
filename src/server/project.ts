import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProject } from '#renderer/grammar/compile.ts';
import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { describeProblems } from '#src/shared/problem-report.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import type { AppOptions } from './app.ts';
import { type ConfigTexts, loadContracts } from './contract.ts';
import { readPreloads } from './delivery/preloads.ts';
import { makeRelease } from './delivery/release.ts';
import { readBuiltFiles, readProductAssets, readScenarioPictures } from './delivery/static-files.ts';
import { addPseudoLanguage } from './reference/pseudo-language.ts';
import { loadScenarios, type Scenario } from './reference/scenario.ts';
import { loadStates, type StateFiles } from './reference/states.ts';

/** A checked-out project with its built page, compiled. */
export interface Project {
  /** For people, a line each; warnings too. */
  readonly problems: readonly string[];
  /** The same with the lines that they are about, as `capiz check` prints them. */
  describe(): string;
  /** False where a definition has an error: nothing may be served then. */
  readonly isSound: boolean;
  /**
   * @param foreignHosts - Hosts that screens may leave for and show in frames besides those of app.json.
   * @param isDemo - With what demonstrations alone may show: the pseudo-language, and screens that say `demo`.
   */
  makeParts(
    foreignHosts: readonly string[],
    isDemo?: boolean,
  ): Pick<AppOptions, 'release' | 'template' | 'preloads' | 'files' | 'contracts'>;
  loadScenarios(): Map<string, Scenario>;
  loadStates(): StateFiles;
}

/**
 * Reads and compiles everything once; what the disk says later changes nothing.
 *
 * @param dist - Where the built page stands; default: in the project itself.
 */
export function loadProject(root: string, dist = join(root, 'dist')): Project {
  const documents = readProjectFiles(root);
  const { problems, app, plans } = compileProject(documents);
  const isSound = app !== undefined && !problems.some(({ severity }) => severity === 'error');
  return {
    problems: problems.map(describe),
    describe: () =>
      describeProblems(
        problems,
        new Map(documents.map(({ path, text }) => [path, text])),
        makeColours(false),
      ),
    isSound,
    loadScenarios: () => loadScenarios(root),
    loadStates: () => loadStates(root),
    makeParts(foreignHosts, isDemo = false) {
      if (!isSound) throw new Error('A project with errors is not served.');
      const built = join(dist, 'borrower');
      const assets = readProductAssets(join(root, 'screens/assets'));
      const compiled = isDemo ? addPseudoLanguage({ app, plans }) : { app, plans };
      return {
        release: makeRelease(compiled.app, compiled.plans, {
          foreignHosts,
          assets: assets.addresses,
          demo: isDemo,
        }),
        template: readFileSync(join(built, 'index.html'), 'utf8'),
        preloads: readPreloads(built),
        files: new Map([
          ...readBuiltFiles(built),
          ...readBuiltFiles(join(dist, 'workshop'), '/capiz/workshop/'),
          ...assets.files,
          ...readScenarioPictures(join(root, 'fixtures/scenarios/pictures')),
        ]),
        contracts: loadContracts(root, textsOf(app)),
      };
    },
  };
}

function textsOf(app: AppPlan): ConfigTexts {
  const texts: { [path: string]: string } = {};
  for (const [group, values] of Object.entries(app.config)) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') texts[`${group}.${name}`] = value;
    }
  }
  return texts;
}

function describe({ severity, code, file, line, column, message }: Problem): string {
  return `${severity}  ${code}  ${file}:${line}:${column}  ${message}`;
}
