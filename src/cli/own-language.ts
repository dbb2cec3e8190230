import { resolve } from 'node:path';
import { adoptConfig } from '#src/extensions/config.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { UsageError } from './command.ts';
import { nearestProject } from './project.ts';

/**
 * Loads the project's own widgets and actions (`capiz.config.mjs`) before a command reads its documents.
 *
 * @throws UsageError if they cannot be loaded, because every use of them would be reported as a fault.
 */
export async function adoptOwnLanguage(args: readonly string[], folder: string): Promise<void> {
  const root = rootOf(args, folder);
  if (root === undefined) return;
  try {
    await adoptConfig(root);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function rootOf(args: readonly string[], folder: string): string | undefined {
  const at = args.indexOf('--root');
  const given =
    at < 0 ? args.find((arg) => arg.startsWith('--root='))?.slice('--root='.length) : args[at + 1];
  return given === undefined ? nearestProject(folder) : resolve(folder, given);
}
