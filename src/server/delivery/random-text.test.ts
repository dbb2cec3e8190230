import { expect, it } from 'vitest';
import { randomText } from './random-text.ts';

it('random texts are as long as was asked for, and none comes twice, whatever sizes are mixed', () => {
  const found = Array.from({ length: 3_000 }, (_, at) => randomText(at % 2 === 0 ? 16 : 8));
  expect(new Set(found).size).toBe(3_000);
  expect(new Set(found.map((text) => text.length))).toEqual(new Set([22, 11]));
  // Nothing of what was handed out is part of what came before it.
  expect(new Set(found.map((text) => text.slice(0, 8))).size).toBe(3_000);
});
