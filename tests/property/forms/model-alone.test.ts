import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A model that shared code with what it is about would share its faults. */
it.each(['model.ts', 'spec.ts'])('%s imports nothing of the engine', (file) => {
  const text = readFileSync(`tests/property/forms/${file}`, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path);
  expect(imported.filter((path) => path !== './spec.ts')).toEqual([]);
  expect(text).not.toMatch(/\brequire\(/);
});
