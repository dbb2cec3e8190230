import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesFile, root } from '../build.mjs';

/** Where the files of a build are, if its name does not say it. */
const FOLDERS = { worker: 'dist/borrower', docs: 'dist/docs/live', 'docs-pages': 'dist/docs' };

/**
 * The packages inside builds.
 *
 * @param names - Names of builds that `recordPackages` has recorded.
 * @returns The path of each package in the lock file → the files below `dist` that contain it.
 */
export function listBundled(names) {
  const found = new Map();
  for (const name of names) {
    const files = JSON.parse(readFileSync(packagesFile(name), 'utf8'));
    for (const [file, paths] of Object.entries(files))
      for (const path of paths)
        found.set(path, [...(found.get(path) ?? []), `${FOLDERS[name] ?? `dist/${name}`}/${file}`]);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The text of the licences of packages.
 *
 * @param paths - Paths of the packages in the lock file.
 * @param folder - The folder that has them.
 */
export function writeNotices(paths, folder = root) {
  return paths
    .map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
      return `${name} ${version} (${license})\n\n${readLicence(join(folder, path)) ?? license}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}

function readLicence(folder) {
  const texts = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|notice)/i.test(name))
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));
  return texts.length === 0 ? undefined : texts.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
}
