import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { adoptConfig } from '#src/library/config.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { UsageError } from './command.ts';

/**
 * Widgets and actions of the project's own (`capiz.config.mjs`), before any command reads its documents.
 *
 * @throws UsageError where they cannot be read: a project half understood would be said to be full of faults.
 */
export async function adoptOwnLanguage(args: readonly string[], folder: string): Promise<void> {
  const root = rootOf(args, folder);
  if (root === undefined) return;
  try {
    await adoptConfig(root);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function rootOf(args: readonly string[], folder: string): string | undefined {
  const at = args.indexOf('--root');
  const given =
    at < 0 ? args.find((arg) => arg.startsWith('--root='))?.slice('--root='.length) : args[at + 1];
  if (given !== undefined) return resolve(folder, given);
  for (let place = resolve(folder); ; place = dirname(place)) {
    if (existsSync(join(place, APP_FILE))) return place;
    if (dirname(place) === place) return undefined;
  }
}
