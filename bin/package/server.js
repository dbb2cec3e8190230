// Starts the server with the files of this folder: `node server.js`, or `node server.js <folder of definitions>`.
import { resolve } from 'node:path';

process.argv = [...process.argv.slice(0, 2), ...process.argv.slice(2).map((folder) => resolve(folder))];
process.chdir(import.meta.dirname);
await import('./dist/server/main.js');
