import * as v from 'valibot';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../../../package.json';
import { DRAWING_PACKAGES, installedVersion } from '../installed.ts';
import { isEngine, isOperatorPackage } from '../new/engine-piece.ts';
import { type Examination, fault, type Finding, ok, warning } from './finding.ts';

const OLDEST_NODE = engines.node.replace(/^>=/, '');
const REACT_MAJOR = 19;
const MOST_NAMED = 5;

export const examineNode: Examination = () => {
  const { node } = process.versions;
  return isAtLeast(node, OLDEST_NODE)
    ? ok('node', node)
    : fault('node', `${node} is older than ${OLDEST_NODE}`, 'install a newer Node');
};

/**
 * Compares the installed packages: in the engine's folder with the lock file, in a package for operators with its
 * package.json, in a project with the package's peer dependencies.
 */
export const examinePackages: Examination = ({ root }) => {
  if (isOperatorPackage(root)) return compareManifest(root);
  return isEngine(root) ? compareLock(root) : lookForPeers(root);
};

/** The package for operators names exact versions. */
const MANIFEST = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) }),
);

function compareManifest(root: string): Finding {
  const file = join(root, 'package.json');
  const manifest = v.safeParse(MANIFEST, existsSync(file) ? readFileSync(file, 'utf8') : '');
  const again = 'unpack the package again';
  if (!manifest.success) return fault('packages', 'package.json cannot be read', again);
  const wanted = Object.entries(manifest.output.dependencies);
  const others = wanted.filter(([name, version]) => installedVersion(root, name) !== version);
  if (others.length === 0) return ok('packages', `${wanted.length} as package.json has them`);
  return fault(
    'packages',
    describeOthers(
      others.map(([name]) => name),
      'package.json',
    ),
    again,
  );
}

function describeOthers(names: readonly string[], file: string): string {
  const more = names.length > MOST_NAMED ? ', …' : '';
  return `${names.length} not as ${file} has them: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The compared part of an npm lock file. */
const LOCK = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    packages: v.record(
      v.string(),
      v.object({ version: v.exactOptional(v.string()), optional: v.exactOptional(v.boolean()) }),
    ),
  }),
);
type Lock = v.InferOutput<typeof LOCK>;

function compareLock(root: string): Finding {
  const wanted = readLock(join(root, 'package-lock.json'));
  const there = readLock(join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined) return warning('packages', 'there is no package-lock.json');
  if (there === undefined) return fault('packages', 'nothing is installed', 'npm ci');
  const others = Object.entries(wanted.packages).filter(
    ([path, { version, optional }]) =>
      path !== '' && optional !== true && there.packages[path]?.version !== version,
  );
  if (others.length === 0) return ok('packages', 'as package-lock.json has them');
  const names = others.map(([path]) => path.replace(/^.*node_modules\//, ''));
  return fault('packages', describeOthers(names, 'package-lock.json'), 'npm ci');
}

function readLock(path: string): Lock | undefined {
  if (!existsSync(path)) return undefined;
  const lock = v.safeParse(LOCK, readFileSync(path, 'utf8'));
  return lock.success ? lock.output : undefined;
}

function lookForPeers(root: string): Finding {
  const versions = ['react', 'react-dom', '@capiz/renderer', 'capiz'].map((name) => ({
    name,
    version: installedVersion(root, name),
  }));
  const absent = versions.filter(({ version }) => version === undefined).map(({ name }) => name);
  if (absent.length > 0)
    return fault('packages', `not installed: ${absent.join(', ')}`, `npm install ${absent.join(' ')}`);
  const said = versions.map(({ name, version }) => `${name} ${version ?? ''}`).join(', ');
  if (!versions[0]?.version?.startsWith(`${REACT_MAJOR}.`))
    return fault(
      'packages',
      `${said}; React ${REACT_MAJOR} is needed`,
      `npm install react@${REACT_MAJOR} react-dom@${REACT_MAJOR}`,
    );
  const forTests = DRAWING_PACKAGES.filter((name) => installedVersion(root, name) === undefined);
  return forTests.length === 0
    ? ok('packages', said)
    : warning(
        'packages',
        `${said}; npx capiz test needs ${forTests.join(', ')}`,
        `npm install --save-dev ${forTests.join(' ')}`,
      );
}

function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((one) => one.split('.').map(Number));
  for (const [at, wanted] of (b ?? []).entries()) {
    const own = a?.[at] ?? 0;
    if (own !== wanted) return own > wanted;
  }
  return true;
}
