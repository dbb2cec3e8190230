import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extensions } from './define.ts';

/** Files in which a project registers its own widgets and actions. */
export const CONFIG_FILES = ['capiz.config.mjs', 'capiz.config.js'] as const;

/** The project's own widgets and actions; undefined without a file. @throws Error that names an unreadable file. */
export async function loadConfig(root: string): Promise<Extensions | undefined> {
  const file = CONFIG_FILES.find((name) => existsSync(join(root, name)));
  if (file === undefined) return undefined;
  try {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as {
      readonly default?: Extensions;
    };
    if (module.default === undefined) throw new Error('it has no default export');
    return module.default;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/**
 * Adds the project's widgets and actions to the language of this process, for checking and compiling.
 *
 * @param register - Also registers their code, where screens are rendered.
 */
export async function adoptConfig(root: string, register?: (extensions: Extensions) => void): Promise<void> {
  const extensions = await loadConfig(root);
  if (extensions === undefined) return;
  const { speak } = await import('./speak.ts');
  try {
    await speak(extensions);
    register?.(extensions);
  } catch (error) {
    throw new Error(`capiz.config: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
