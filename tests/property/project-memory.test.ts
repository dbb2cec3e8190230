import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { compileProject, serialize } from '#renderer/grammar/compile.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { LONG, SEED } from './settings.ts';

/* Compiling with a cache, edit by edit, gives the same problems and plans as a complete compilation. */

const EDITS = LONG ? 1_000 : 16;

const whole = readProjectFiles('.');
const documents = whole.flatMap(({ text }, at) => (text === '' ? [] : [at]));

/** Every node of a document except the root. */
function placesOf(node: Node, found: Node[] = []): Node[] {
  for (const child of node.children ?? []) {
    found.push(child);
    placesOf(child, found);
  }
  return found;
}

/** An edit: other words, another value, a removal, or an incomplete text. */
function edit(text: string, where: number, how: number): string {
  const root = parseTree(text);
  const all = root === undefined ? [] : placesOf(root);
  const words = all.filter(({ type, value }) => type === 'string' && String(value).includes(' '));
  // Most random edits break the document, so half of them change only words.
  const places = how % 2 === 0 && words.length > 0 ? words : all;
  const place = places[where % places.length];
  if (place === undefined) return text;
  const { offset, length } = place;
  const put = (inserted: string) => text.slice(0, offset) + inserted + text.slice(offset + length);
  const written = text.slice(offset, offset + length);
  switch (place.type) {
    case 'string':
      return put(`${written.slice(0, -1)}x"`);
    case 'number':
      return put(String(Number(written) + 1));
    case 'boolean':
      return put(written === 'true' ? 'false' : 'true');
    case 'array':
      return put('[]');
    case 'object':
      return how % 3 === 0 ? text.slice(0, offset + length) : ` ${put(`${written} `)}`;
    default:
      return put('');
  }
}

function told({ app, plans, problems }: ReturnType<typeof compileProject>): string {
  return serialize({ app, plans: Object.fromEntries(plans), problems });
}

it(`compiling with a memory gives the same result as compiling without one (seed ${SEED})`, {
  timeout: LONG ? 1_800_000 : 60_000,
}, () => {
  const edits = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { seed: SEED, numRuns: EDITS });
  const memory = new ProjectMemory();
  let files: readonly SourceFile[] = whole;
  let sound = 0;
  for (const [count, [which, where, how]] of edits.entries()) {
    const at = documents[which % documents.length] ?? 0;
    const before = files;
    files = files.map((file, index) =>
      index === at ? { ...file, text: edit(file.text, where, how) } : file,
    );
    const remembered = told(compileProject(files, memory));
    // New objects: nothing cached.
    const anew = compileProject(files.map((file) => ({ ...file })));
    expect(remembered, `edit ${count} of ${files[at]?.path}`).toBe(told(anew));
    if (anew.plans.size > 0) sound += 1;
    // Undoes an edit with an error, because later edits would test little.
    else files = before;
  }
  expect(sound).toBeGreaterThan(EDITS / 10);
});
