import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly version?: string;
  readonly optionalDependencies?: { readonly [name: string]: string };
}

interface Lock {
  readonly packages: { readonly [path: string]: LockedPackage };
}

/** Licences that allow use and shipping under the MIT licence. */
const COMPATIBLE = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'MIT-0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'CC-BY-4.0',
  'MPL-2.0',
]);
/** Weak copyleft: allowed for tools, not in shipped code. */
const ONLY_AS_TOOL = new Set(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0', 'PSF-2.0']);

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
const packages = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'));

/** `(MIT OR X)` needs one allowed licence, `(MIT AND X)` needs all. */
function allows(licence: string | undefined, isAllowed: (one: string) => boolean): boolean {
  const choices = (licence ?? 'none').replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(isAllowed));
}

describe('every dependency may be used under our licence', () => {
  it('each package names a compatible licence', () => {
    const bad = packages.filter(([, { license }]) => !allows(license, (one) => COMPATIBLE.has(one)));
    expect(bad.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('no package with a weak copyleft is shipped', () => {
    const bad = packages.filter(
      ([, { license, dev }]) => !dev && !allows(license, (one) => !ONLY_AS_TOOL.has(one)),
    );
    expect(bad.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('versions are exact', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-alpha\.\d+)?$/.test(version))).toEqual([]);
  });
});

describe('the lock file works on every platform', () => {
  // npm omits packages that the registry does not have at the moment, and `npm ci` then fails everywhere.
  it('names each package of another platform with its version', () => {
    const wanted = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.length).toBeGreaterThan(40);
    const missing = wanted.filter(
      (name) =>
        !packages.some(
          ([path, { version }]) => path.endsWith(`node_modules/${name}`) && version !== undefined,
        ),
    );
    expect(missing).toEqual([]);
  });
});
