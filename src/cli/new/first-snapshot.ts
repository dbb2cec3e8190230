import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Draws the states of a screen that was begun, and writes what is told of them. Only where a project keeps snapshots:
 * its first ones are a decision of its own.
 *
 * @returns The files that were written, relative to the project.
 * @throws Error where the project has errors elsewhere, for a person to read.
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
