import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const TEST_FILE = /\.test\.tsx?$|\/testing\.ts$|\.testing\.ts$|\/vite\.config\.ts$/;
const SOURCES = ['renderer', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !TEST_FILE.test(file)),
);

/** Paths of the project's files that a file imports, types included. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ];
  return names.flatMap((name) => {
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [join(dirname(file), name)] : [];
  });
}

const FILES: Graph = new Map(SOURCES.map((file) => [file, new Set(importsOf(file))]));

/** A first-level folder of `src` or `renderer`; a file directly in `renderer` is a room of its own. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function roomsOf(files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    const room = roomOf(file);
    const others = rooms.get(room) ?? new Set();
    rooms.set(room, others);
    for (const other of imported) if (roomOf(other) !== room) others.add(roomOf(other));
  }
  return rooms;
}

function reach(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/** Every group of nodes that all reach each other. */
function findCycles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]));
  const cycles = new Map<string, string[]>();
  for (const [node, others] of reached) {
    if (!others.has(node)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(node)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

function withImport(files: Graph, from: string, to: string): Graph {
  return new Map(files).set(from, new Set([...(files.get(from) ?? []), to]));
}

/** Patterns of files from the table of docs/contributing/architecture.md that says why they import each other. */
const EXPLAINED = [
  ...(readFileSync('docs/contributing/architecture.md', 'utf8')
    .split('| files | why |')[1]
    ?.split('\n\n')[0]
    ?.matchAll(/^\| `([^`]+)` \| .+ \|$/gm) ?? []),
].map(([, files = '']) => {
  const pattern = files
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replaceAll('{', '(?:')
    .replaceAll('}', ')')
    .replaceAll(',', '|');
  return new RegExp(`^${pattern}$`);
});

function unexplained(files: Graph): string[][] {
  return findCycles(files).filter(
    (cycle) => !EXPLAINED.some((pattern) => cycle.every((file) => pattern.test(file))),
  );
}

describe('cycles of imports', () => {
  it('there is no cycle between rooms', () => {
    expect(findCycles(roomsOf(FILES))).toEqual([]);
  });

  it('finds a planted cycle between rooms', () => {
    const planted = withImport(FILES, 'src/simulator/service/once.ts', 'src/server/app.ts');
    expect(findCycles(roomsOf(planted))).toEqual([['src/server', 'src/simulator']]);
  });

  it('there is no cycle between files, except those that docs/contributing/architecture.md explains', () => {
    expect(unexplained(FILES)).toEqual([]);
  });

  it('finds a planted cycle between files', () => {
    const planted = withImport(
      FILES,
      'src/server/registry/operation.ts',
      'src/server/registry/operations.ts',
    );
    expect(unexplained(planted).flat()).toContain('src/server/registry/operation.ts');
  });

  it('docs/contributing/architecture.md explains no cycle that no longer exists', () => {
    const cycles = findCycles(FILES);
    const gone = EXPLAINED.filter(
      (pattern) => !cycles.some((cycle) => cycle.every((file) => pattern.test(file))),
    );
    expect(gone).toEqual([]);
    expect(EXPLAINED).not.toEqual([]);
  });
});
