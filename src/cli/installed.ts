import * as v from 'valibot';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What draws screens in tests, beside React: a project brings them itself. */
export const DRAWING_PACKAGES = ['jsdom', '@testing-library/dom', '@testing-library/user-event'] as const;

/** The version of a package as Node finds it from a folder; undefined where it is not installed. */
export function installedVersion(folder: string, name: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const manifest = join(at, 'node_modules', name, 'package.json');
    // A package need not let its manifest be resolved.
    if (existsSync(manifest)) return readVersion(manifest);
    if (dirname(at) === at) return undefined;
  }
}

const MANIFEST = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

function readVersion(manifest: string): string | undefined {
  const read = v.safeParse(MANIFEST, readFileSync(manifest, 'utf8'));
  return read.success ? read.output.version : undefined;
}
