/**
 * `npm ci` runs this file. It generates files from the schemas, unless this is a deployment without sources.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canBuild } from './can-build.mjs';

if (canBuild(join(dirname(fileURLToPath(import.meta.url)), '..'))) await import('../schemas/generate.mjs');
