import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Renders the states of a new screen, and writes their snapshots. Only if the project has snapshots already: the first
 * ones are the author's decision.
 *
 * @returns The written files, relative to the project.
 * @throws Error with a message for people if the project has other errors.
 */
export async function writeFirstSnapshot(root: string, screen: string): Promise<readonly string[]> {
  const { SNAPSHOTS, pathOf } = await import('#src/testing/snapshots.ts');
  if (!existsSync(join(root, SNAPSHOTS))) return [];
  const { runTests } = await import('#src/testing/test-run.ts');
  const { verified } = await runTests({
    root,
    folder: root,
    paths: [screen],
    name: undefined,
    writes: 'missing',
  });
  const failed = verified.find(({ verdict }) => verdict === 'failed');
  if (failed !== undefined) throw new Error(`${failed.state} cannot be drawn: ${failed.drawn?.failure}`);
  const languages = [...new Set(verified.map(({ language }) => language))];
  return languages
    .map((language) =>
      relative(root, pathOf(root, screen, language))
        .split(sep)
        .join('/'),
    )
    .sort();
}
