import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { writePages } from '#src/docs-site/write-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = ['borrower', 'studio', 'devtools', 'server', 'docs'];

interface Build {
  /** Absolute, like all paths here. */
  readonly sources: readonly string[];
  readonly folder: string;
  readonly configFile: string | false;
  /** Relative to the folder; empty if its HTML documents are the entries. */
  readonly entries: readonly string[];
}

/** The builds that `bin/build.mjs` describes. */
const BUILDS = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '-e',
      `import('./bin/build.mjs').then((b) => console.log(JSON.stringify(Object.fromEntries(
        ${JSON.stringify(NAMES)}.map((name) => [name, { sources: b.listSources(name), ...b.describeBuild(name) }])))))`,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  ),
) as { readonly [name: string]: Build };

/** The entry files of a build: scripts of its documents, imports of its configuration, its entries. */
function entriesOf({ folder, configFile, entries }: Build): string[] {
  if (configFile === false) return entries.map((entry) => join(folder, entry));
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/<script[^>]* src="([^"]+)"/g)])
    .map(([, address = '']) => join(folder, address));
  // The borrower's configuration builds the service worker separately.
  const worker = join(folder, 'worker.ts');
  return [configFile, ...scripts, ...(existsSync(worker) ? [worker] : [])];
}

/** Runtime imports of our own files: no types, no packages. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.css'))
    return [...source.matchAll(/@import\s+(?:url\()?['"]([^'"]+)/g)].map(([, name = '']) =>
      join(dirname(file), name),
    );
  if (!/\.(?:[jt]sx?|mjs)$/.test(file)) return [];
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const names = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
    ...[...source.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g)].map(([, name = '']) => name),
  ];
  return names.flatMap((name) => {
    const [path = ''] = name.split('?');
    if (path.startsWith('#')) return [join(ROOT, path.slice(1))];
    return path.startsWith('.') ? [join(dirname(file), path)] : [];
  });
}

/** Every file of ours in a build, with the file that imports it. */
function reach(entries: readonly string[]): Map<string, string> {
  const found = new Map(entries.map((entry) => [entry, 'bin/build.mjs']));
  for (const file of found.keys()) {
    for (const other of importsOf(file)) if (!found.has(other)) found.set(other, relative(ROOT, file));
  }
  return found;
}

describe('the sources of a build', () => {
  it.each(NAMES)(
    'of the %s contain every imported file, so that each change makes the build stale',
    (name) => {
      const build = BUILDS[name];
      if (build === undefined) throw new Error(`There is no build ${name}.`);
      const found = reach(entriesOf(build));
      expect(found.size).toBeGreaterThan(10);
      const sources = new Set(build.sources);
      expect([...found.keys()].filter((file) => !existsSync(file) || !statSync(file).isFile())).toEqual([]);
      expect(
        [...found].flatMap(([file, by]) => (sources.has(file) ? [] : [`${relative(ROOT, file)}, by ${by}`])),
      ).toEqual([]);
    },
  );

  it('of the docs contain every page and file of the site', () => {
    const { pages, files } = writePages(ROOT);
    const sources = new Set(BUILDS['docs']?.sources);
    const linked = [...pages.keys()]
      .filter((path) => path.startsWith('project/') && !path.endsWith('/index.md'))
      .map((path) => path.slice('project/'.length));
    expect(linked).toContain('CONTRIBUTING.md');
    expect([...linked, ...files.values()].filter((path) => !sources.has(join(ROOT, path)))).toEqual([]);
  });

  it('contain no contracts, which npm start reads at run time', () => {
    for (const name of ['borrower', 'studio', 'server']) {
      const files = BUILDS[name]?.sources ?? [];
      expect(files).toContain(join(ROOT, 'schemas/endpoint.schema.json'));
      expect(files.filter((file) => file.startsWith(join(ROOT, 'schemas/api')))).toEqual([]);
    }
  });
});
