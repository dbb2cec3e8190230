/** The planted fault of `npm run bench -- loads --plant react`. */
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { buildStale } from '../../bin/build.mjs';
import { BUILT } from './pages.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const DRAWS = join(ROOT, 'src/borrower/draw.tsx');
const SECOND = join(BUILT, 'second-react');
const ENTRIES = { react: 'index.js', 'react-dom': 'index.js', scheduler: 'index.js' };

/** Builds everything, and a borrowers' page with a second copy of React, as a dependency could bring one. */
export async function buildWithSecondReact() {
  await buildStale();
  // From now on dist is not a build of the sources: the next build must start from scratch.
  rmSync(join(ROOT, 'dist/.borrower.stamp'));
  for (const name of Object.keys(ENTRIES))
    cpSync(join(ROOT, 'node_modules', name), join(SECOND, name), { recursive: true, dereference: true });
  await build({
    root: join(ROOT, 'src/borrower'),
    configFile: join(ROOT, 'src/borrower/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    plugins: [secondPlugin()],
  });
}

function secondPlugin() {
  const client = JSON.stringify(join(SECOND, 'react-dom/client.js'));
  return {
    name: 'bench:second-react',
    enforce: 'pre',
    // Imports inside the second copy resolve to the second copy.
    resolveId: (id, importer) =>
      importer?.startsWith(SECOND) && Object.hasOwn(ENTRIES, id) ? join(SECOND, id, ENTRIES[id]) : undefined,
    transform: (code, id) =>
      id === DRAWS
        ? `import { createRoot as second } from ${client};\nglobalThis.second = second;\n${code}`
        : undefined,
  };
}
