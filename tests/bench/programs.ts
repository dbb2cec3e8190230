import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileProject } from '#renderer/grammar/compile.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readProjectBytes, readProjectFiles } from '#src/shared/project-files.ts';
import { load } from '#tests/reliability/load.ts';

/* The Node part: compiler and server. `programs.mjs` builds it and compares its results with the budgets. */

export { load };

const EDITED = 'screens/about-us.screen.json';
const SCREEN = /^screens\/([\w-]+)\.screen\.json$/;

/** The project with any number of screens: copies of the shipped ones under new names. */
function manyScreens(root: string, count: number): readonly SourceFile[] {
  const files: SourceFile[] = readProjectFiles(root).map(({ path, text }) => ({ path, text }));
  const shipped = files.filter(({ path }) => SCREEN.test(path));
  const copies: SourceFile[] = [];
  for (let at = 0; shipped.length + copies.length < count; at += 1) {
    const { path, text } = shipped[at % shipped.length] as SourceFile;
    const id = `${SCREEN.exec(path)?.[1]}-${at}`;
    const { routes: _routes, anchors: _anchors, ...definition } = JSON.parse(text) as Record<string, unknown>;
    copies.push({ path: `screens/${id}.screen.json`, text: JSON.stringify({ ...definition, id }, null, 2) });
  }
  return [...files, ...copies];
}

/** Time in ms for parsing, checking and compiling everything in this process. */
export function compileMany(root: string, count: number): number {
  const files = manyScreens(root, count);
  const began = performance.now();
  const { plans, problems } = compileProject(files);
  const took = performance.now() - began;
  if (plans.size !== count) throw new Error(problems.find(({ severity }) => severity === 'error')?.message);
  return took;
}

/** A node of a long screen: texts, some of them conditional, some computed, and buttons. */
function longNode(text: string, place: number): object {
  switch (place % 5) {
    case 2:
      return { type: 'text', text, visibleWhen: "device.language != 'none'" };
    case 3:
      return { type: 'text', text: `${text}, \${device.language}` };
    case 4:
      return { type: 'button', text, on: { tap: [{ do: 'notice', text }] } };
    default:
      return { type: 'text', text };
  }
}

/** A screen with this number of nodes, thirty in a section. */
function longScreen(nodes: number, words: string): string {
  const body = Array.from({ length: Math.ceil(nodes / 30) }, (_, at) => ({
    type: 'section',
    id: `part-${at}`,
    body: Array.from({ length: 29 }, (_, place) => longNode(`${words} ${at} ${place}`, place)),
  }));
  const screen = {
    $schema: '../schemas/screen.schema.json',
    grammar: 2,
    id: 'long',
    title: 'Long',
    routes: ['/long'],
  };
  return JSON.stringify({ ...screen, body }, null, 2);
}

/** Time in ms of each edit of one shipped screen, as the studio compiles it. */
export function compileEdits(root: string, nodes: number, edits: number): readonly number[] {
  const files: readonly SourceFile[] = readProjectFiles(root).map(({ path, text }) => ({ path, text }));
  const memory = new ProjectMemory();
  return Array.from({ length: edits + 3 }, (_, at) => {
    const edited = { path: 'screens/long.screen.json', text: longScreen(nodes, `Words ${at}`) };
    const began = performance.now();
    const { plans, problems } = compileProject([...files, edited], memory);
    const took = performance.now() - began;
    if (!plans.has('long')) throw new Error(problems.find(({ severity }) => severity === 'error')?.message);
    return took;
  }).slice(3);
}

/** The documents to add for `count` screens, one of them with `nodes` nodes. */
export function writeManyScreens(root: string, count: number, nodes: number): readonly SourceFile[] {
  const copies = manyScreens(root, count - 1).filter(({ path }) => /-\d+\.screen\.json$/.test(path));
  return [...copies, { path: 'screens/long.screen.json', text: longScreen(nodes, 'Words') }];
}

/** Writes the project into a folder, with another title on a screen that needs no approval. */
export function writeEdited(root: string, folder: string): void {
  for (const [path, bytes] of readProjectBytes(root)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      path === EDITED ? bytes.toString().replace('"title": "', '"title": "Today: ') : bytes,
    );
  }
}

/** The size of the project. */
export function countScreens(root: string): number {
  return readProjectFiles(root).filter(({ path }) => SCREEN.test(path)).length;
}
