import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAffected } from './affected.ts';
import { createProjectReader, loadTestProject, type TestProject } from './project.ts';

const FIXTURES = ['api', 'places', 'scenarios', 'states'].map((folder) => `fixtures/${folder}`);
const root = mkdtempSync(join(tmpdir(), 'capiz-edited-'));
beforeAll(() => {
  for (const folder of ['screens', 'schemas/api', ...FIXTURES])
    cpSync(folder, join(root, folder), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, path), 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(join(root, path), change(text));
}

/** Screens with a new plan after the second reading. */
const compiledAnew = (before: TestProject, after: TestProject): readonly string[] =>
  Object.keys(after.compiled.screens).filter(
    (id) => after.compiled.screens[id]?.plan !== before.compiled.screens[id]?.plan,
  );

it('the watch compiles only the edited screen, and renders only the affected states', () => {
  const reader = createProjectReader(root);
  const first = reader.read();
  expect(compiledAnew(first, reader.read())).toEqual([]);
  const path = 'screens/rollover.screen.json';
  edit(path, (text) => text.replace(/"title": "[^"]*"/, '"title": "Put it off"'));
  const second = reader.read();
  expect(compiledAnew(first, second)).toEqual(['rollover']);
  expect(findAffected(second, new Map(), [path])).toEqual(['rollover']);
  // The cached result equals a complete reading.
  const anew = loadTestProject(root);
  expect(second.release.screens).toEqual(anew.release.screens);
  edit('fixtures/states/rollover.json', (text) => `${text}\n`);
  expect(compiledAnew(second, reader.read())).toEqual([]);
});

it('the watch compiles all screens after an edit of a shared document', () => {
  const reader = createProjectReader(root);
  const first = reader.read();
  edit('screens/app.json', (text) => text.replace(/"name": "[^"]*"/, '"name": "Another"'));
  const all = Object.keys(first.compiled.screens);
  expect(compiledAnew(first, reader.read())).toEqual(all);
});
