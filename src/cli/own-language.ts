import { resolve } from 'node:path';
import { adoptConfig } from '#src/extensions/config.ts';
import { UsageError } from './command.ts';
import { nearestProject } from './project.ts';

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
  return given === undefined ? nearestProject(folder) : resolve(folder, given);
}
