import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { parseSync } from 'vite';
import { CONFIG_FILES } from '#src/extensions/config.ts';

/**
 * Whether the schemas may depend on a file: capiz.config.mjs and what it imports at once, without what a widget's `load`
 * imports later.
 *
 * @param file - Absolute.
 */
export function isConfigCode(root: string, file: string, parse: typeof parseSync): boolean {
  const files = new Set(CONFIG_FILES.map((name) => join(root, name)));
  // A set may grow while it is iterated.
  for (const one of files) {
    if (one === file) return true;
    for (const name of importsOf(one, parse)) {
      // An alias of package.json: it may be any file.
      if (name.startsWith('#')) return true;
      if (name.startsWith('.')) files.add(join(dirname(one), name));
    }
  }
  return false;
}

function importsOf(file: string, parse: typeof parseSync): readonly string[] {
  if (!existsSync(file)) return [];
  const { module } = parse(file, readFileSync(file, 'utf8'));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
  );
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported];
}
