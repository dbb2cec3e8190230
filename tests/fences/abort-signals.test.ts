import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* Node 20 forgets the timeout in a combined signal after a garbage collection: `src/server/abort-after.ts` does not. */

const COMBINED = /AbortSignal\s*\.\s*any\s*\(/;

const sources = ['src', 'renderer', 'bin'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

describe('signals that end a wait', () => {
  it('are not combined by AbortSignal.any', () => {
    expect(COMBINED.test('AbortSignal.any([a, b])')).toBe(true);
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => COMBINED.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
