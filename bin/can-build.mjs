import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Whether the sources and vite are installed. An installation with `--omit=dev` runs a build that was made
 * elsewhere.
 */
export function canBuild(root) {
  if (!existsSync(join(root, 'src/server/main.ts'))) return false;
  try {
    createRequire(join(root, 'package.json')).resolve('vite');
    return true;
  } catch {
    return false;
  }
}
