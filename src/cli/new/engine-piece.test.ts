import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { beginEnginePiece } from './engine-piece.ts';
import { readPieceName } from './names.ts';

it.each(['widget', 'action'] as const)('a new %s changes its list by one line', (kind) => {
  const path = `schemas/${kind}.schema.json`;
  const added = beginEnginePiece('.', kind, readPieceName(kind, 'gauge-of-time'));
  const text = added.find((file) => file.path === path)?.text ?? '';
  const before = new Set(readFileSync(path, 'utf8').split('\n'));
  expect(text.startsWith('{\n  "$schema"')).toBe(true);
  expect(text.split('\n').filter((line) => !before.has(line))).toEqual([
    `      "$ref": "${kind}s/gauge-of-time.schema.json"`,
  ]);
});
