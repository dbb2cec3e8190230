import { basename, dirname } from 'node:path';
import type { TestProject } from './project.ts';

/** The screens that each screen's states and scripts opened in the last run, including itself. */
export type Opened = ReadonlyMap<string, ReadonlySet<string>>;

/** A change of these files is only visual: no text of a state changes. */
const LOOK = 'screens/theme';

/**
 * Screens whose states or scripts may change if these files change: screens that contain such a file or that opened
 * such a screen, that call a changed endpoint, or that use a changed scenario. All screens if a shared file changes.
 *
 * @param project - The project after the change.
 * @param paths - Relative to the project, with `/`.
 */
export function findAffected(
  project: TestProject,
  opened: Opened,
  paths: Iterable<string>,
): readonly string[] {
  const all = [...project.states.keys()];
  const affected = new Set<string>();
  for (const path of paths) {
    const found = findOf(project, opened, path);
    if (found === undefined) return all;
    for (const screen of found) affected.add(screen);
  }
  return all.filter((screen) => affected.has(screen));
}

/** @returns Undefined: all screens. */
function findOf(project: TestProject, opened: Opened, path: string): readonly string[] | undefined {
  const all = [...project.states.keys()];
  const folder = dirname(path);
  const name = basename(path).replace(/(?:\.screen|\.part|\.endpoint)?\.json$/, '');
  switch (folder) {
    case 'screens':
    case 'screens/parts': {
      const made = all.filter((screen) => isMadeOf(project, screen, path));
      // Any screen may have opened a removed screen, or may open a new one.
      if (made.length === 0) return undefined;
      return all.filter(
        (screen) => made.includes(screen) || made.some((one) => opened.get(screen)?.has(one) === true),
      );
    }
    case LOOK:
      return [];
    case 'schemas/api':
      return all.filter((screen) =>
        [screen, ...(opened.get(screen) ?? [])].some((one) =>
          Object.hasOwn(project.compiled.screens[one]?.plan.endpoints ?? {}, name),
        ),
      );
    case 'fixtures/states':
    case 'fixtures/scripts':
      return all.includes(name) ? [name] : [];
    case 'fixtures/scenarios':
      return all.filter((screen) =>
        [...(project.states.get(screen) ?? []), ...(project.scripts.get(screen) ?? [])].some(
          ({ scenario }) => scenario === name,
        ),
      );
    default:
      return undefined;
  }
}

function isMadeOf({ compiled }: TestProject, screen: string, path: string): boolean {
  if (path === `screens/${screen}.screen.json`) return true;
  return Object.values(compiled.screens[screen]?.origins ?? {}).some(({ file }) => file === path);
}
