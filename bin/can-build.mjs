import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Whether sources and a builder are here: an installation with `--omit=dev` runs what was built elsewhere. */
export function canBuild(root) {
  if (!existsSync(join(root, 'src/server/main.ts'))) return false;
  try {
    createRequire(join(root, 'package.json')).resolve('vite');
    return true;
  } catch {
    return false;
  }
}
