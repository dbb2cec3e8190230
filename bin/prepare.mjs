/** `npm ci` runs it: makes the files that are generated from the schemas. A deployment without sources has none. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canBuild } from './can-build.mjs';

if (canBuild(join(dirname(fileURLToPath(import.meta.url)), '..'))) await import('../schemas/generate.mjs');
