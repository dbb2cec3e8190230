import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A model that shared code with the engine would share its faults. */
const FOLDER = 'tests/property/forms';
const isModel = (file: string) => /^(model.*|spec)\.ts$/.test(file) && !file.includes('.test.');

it.each(readdirSync(FOLDER).filter(isModel))('%s imports nothing of the engine', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path);
  expect(imported.filter((path) => !path?.startsWith('./') || !isModel(path.slice(2)))).toEqual([]);
  expect(text).not.toMatch(/\brequire\(/);
});
