/** `npm start`: builds what is stale and serves it. Settings: PORT, HOST, CAPIZ_UPSTREAM, CAPIZ_DEMO. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { buildStale, root } from './build.mjs';

process.chdir(root);
await buildStale();
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
