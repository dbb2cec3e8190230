/**
 * Every package of the lock file has the hash that `npm ci` compares its download with. A package that cannot have one
 * is in EXCEPTIONS with the reason. Exits with 1 for a package without a hash and for an exception that is not needed.
 *
 * `node tests/lock-file.mjs [lock file]`. npm leaves the hash out for packages of other platforms if it writes the lock
 * file beside an installed `node_modules`. To add them, delete those entries and run `npm install --package-lock-only`
 * in a folder that has only `package.json` and the lock file.
 */
import { readFileSync } from 'node:fs';

/** Path in the lock file to the reason why it has no hash. */
const EXCEPTIONS = {};

const [file = 'package-lock.json'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const hasHash = ({ integrity }) =>
  typeof integrity === 'string' && /(?:^| )sha512-[\w+/]{86}==/.test(integrity);

// The entry with an empty path is this project.
const paths = Object.keys(packages).filter((path) => path !== '');
const missing = paths.filter((path) => !hasHash(packages[path]) && !Object.hasOwn(EXCEPTIONS, path));
const needless = Object.keys(EXCEPTIONS).filter(
  (path) => packages[path] === undefined || hasHash(packages[path]),
);

for (const path of missing) {
  console.log(
    `${file}: ${path} has no sha512 integrity, so npm ci would install any download. Add the hash (see tests/lock-file.mjs), or list the package there with the reason.`,
  );
}
for (const path of needless)
  console.log(`tests/lock-file.mjs: the exception for ${path} is not needed. Delete it.`);
process.exitCode = missing.length + needless.length === 0 ? 0 : 1;
