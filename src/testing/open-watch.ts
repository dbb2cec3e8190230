import { findAffected } from './affected.ts';
import { createPool } from './pool.ts';
import { createProjectReader, type TestProject } from './project.ts';
import { runTests, selectScreens, type TestOptions } from './test-run.ts';
import { watchFiles } from './watch-files.ts';
import { type WatchEvent, type WatchUpdate, watchTests } from './watch.ts';

/**
 * Watches a project. Threads and compiled plans are reused, so that a change compiles one screen and renders only the
 * affected states.
 *
 * @returns Whether everything matched the snapshots at the end.
 */
export async function openWatch(
  { root, folder, paths, name }: Pick<TestOptions, 'root' | 'folder' | 'paths' | 'name'>,
  queue: { readonly events: AsyncIterable<WatchEvent>; change(paths: readonly string[]): void },
  notify: (update: WatchUpdate) => void,
): Promise<boolean> {
  const pool = createPool(root);
  const reader = createProjectReader(root);
  const opened = new Map<string, Set<string>>();
  /** Counts the changes on the disk. */
  let version = 0;
  let project: TestProject | undefined;
  const stop = await watchFiles(root, (changed) => {
    version += 1;
    queue.change(changed);
  });
  try {
    return await watchTests(
      { paths, name, writes: 'missing' },
      {
        events: queue.events,
        notify,
        affected(changed) {
          if (project === undefined) return undefined;
          const watched = selectScreens(project, { root, folder, paths });
          const affected = findAffected(project, opened, changed);
          return affected.filter((screen) => watched.includes(screen));
        },
        glance: (screen) => {
          const language = project?.release.language;
          return runTests({
            root,
            folder,
            paths: [screen],
            name: `${screen}/content`,
            writes: 'none',
            ...(language !== undefined && { languages: [language] }),
            warm: { pool, version, reader },
          });
        },
        async run(selection) {
          const run = await runTests({ root, folder, ...selection, warm: { pool, version, reader } });
          ({ project } = run);
          for (const { screen, drawn } of run.verified) {
            const known = opened.get(screen) ?? new Set();
            for (const one of drawn?.opened ?? []) known.add(one);
            opened.set(screen, known);
          }
          return run;
        },
      },
    );
  } finally {
    await stop();
    await pool.close();
  }
}
