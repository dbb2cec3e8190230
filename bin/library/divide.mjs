import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { RENDERER } from './manifests.mjs';

/** An import of a neighbour: in a script or a declaration. */
const IMPORT = /(\b(?:from|import) ?\(? ?["'])(\.[^"'\n]+)\.js(["'])/g;

/**
 * Divides files that import each other between the two packages. What `@capiz/renderer` needs is there; `capiz` has the
 * rest of what it needs and imports from `@capiz/renderer`, so no module with its registered widgets exists twice.
 *
 * @param folders - The folders of the packages, by name.
 * @param files - `from`: the folder with all files; `to`: their folder in a package; `ending` of their names; `first` and
 *   `second`: the files with which `@capiz/renderer` and `capiz` begin, without `ending`; `importsOf`: the files that one
 *   imports.
 */
export function divide(folders, { from, to, ending, first, second, importsOf = readImports }) {
  const read = (module) => readFileSync(join(from, module + ending), 'utf8');
  const reach = (modules) => {
    const reached = new Set(modules);
    // A set may grow while it is iterated.
    for (const module of reached) for (const one of importsOf(module, read)) reached.add(one);
    return reached;
  };
  const renderer = reach(first);
  const rest = [...reach(second)].filter((module) => !renderer.has(module));
  for (const module of renderer) write(join(folders[RENDERER], to, module + ending), read(module));
  for (const module of rest) {
    const text = read(module).replaceAll(IMPORT, (found, before, path, after) => {
      const target = resolve(module, path);
      return renderer.has(target) ? `${before}${RENDERER}/${to}/${target}.js${after}` : found;
    });
    write(join(folders.capiz, to, module + ending), text);
  }
}

function readImports(module, read) {
  return [...read(module).matchAll(IMPORT)].map(([, , path]) => resolve(module, path));
}

function resolve(module, path) {
  return posix.join(posix.dirname(module), path);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
