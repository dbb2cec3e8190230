import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extensions } from './define.ts';

/** Where a project says what it adds to the language. */
export const CONFIG_FILES = ['capiz.config.mjs', 'capiz.config.js'] as const;

/** The project's own widgets and actions; undefined where it has none. @throws Error naming the file that cannot be read. */
export async function loadConfig(root: string): Promise<Extensions | undefined> {
  const file = CONFIG_FILES.find((name) => existsSync(join(root, name)));
  if (file === undefined) return undefined;
  try {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as {
      readonly default?: Extensions;
    };
    if (module.default === undefined) throw new Error('it exports nothing as default');
    return module.default;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/**
 * Checks and compiles from here on with what the project adds; where screens are drawn, draws with it, too.
 *
 * @param register - Makes the widgets and actions themselves known.
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
