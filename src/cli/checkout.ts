import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './command.ts';

/**
 * Checks a revision of the project out into a temporary folder. The repository does not change.
 *
 * @returns The project's folder, and a function that deletes it.
 * @throws UsageError if git is missing or does not know the revision.
 */
export function checkOut(
  root: string,
  revision: string,
): { readonly folder: string; readonly remove: () => void } {
  const out = mkdtempSync(join(tmpdir(), 'capiz-revision-'));
  const remove = (): void => rmSync(out, { recursive: true, force: true });
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: join(out, '.index') },
    });
    if (error === undefined && status === 0) return stdout.trim();
    remove();
    throw new UsageError(
      `"${revision}" could not be read: ${error?.message ?? stderr.trim().split('\n')[0] ?? ''}`,
    );
  };
  const commit = git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
  const within = git('rev-parse', '--show-prefix');
  git('read-tree', commit);
  git('checkout-index', '--all', `--prefix=${out}/`);
  return { folder: join(out, within), remove };
}
