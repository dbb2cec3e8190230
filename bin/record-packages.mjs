import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A plugin for Vite: writes which packages are in which file of a build, for licence notices and the list of what is
 * shipped. A package is named by its path in the lock file, which also tells apart two versions of one package.
 *
 * @param file - Gets `{ "<file of the build>": ["node_modules/<package>", …] }`.
 */
export function recordPackages(file) {
  return {
    name: 'record-packages',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const found = chunks.map(({ fileName, moduleIds }) => [fileName, packagesOf(moduleIds)]);
      const sorted = found.filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
    },
  };
}

function packagesOf(moduleIds) {
  const paths = moduleIds.flatMap(
    (id) =>
      /(?:^|[/\0])(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1, 2) ?? [],
  );
  return [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1));
}
