import * as v from 'valibot';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Packages that render screens in tests, beside React. A project installs them itself. */
export const DRAWING_PACKAGES = ['jsdom', '@testing-library/dom', '@testing-library/user-event'] as const;

/** The version of a package as Node resolves it from a folder; undefined if it is not installed. */
export function installedVersion(folder: string, name: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const manifest = join(at, 'node_modules', name, 'package.json');
    // A package may not export its package.json.
    if (existsSync(manifest)) return readVersion(manifest);
    if (dirname(at) === at) return undefined;
  }
}

const MANIFEST = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

function readVersion(manifest: string): string | undefined {
  const read = v.safeParse(MANIFEST, readFileSync(manifest, 'utf8'));
  return read.success ? read.output.version : undefined;
}
