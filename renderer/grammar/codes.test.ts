import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, findCode } from './codes.ts';

const FOLDER = import.meta.dirname;
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.test\.ts$|\.generated\.|^codes/.test(path),
);
const written = sources.map((path) => ({ path, text: readFileSync(join(FOLDER, path), 'utf8') }));
const rooms = new Set(Object.keys(codes).map((code) => code.split('/')[0]));

/** Texts in the room's sources that look like a code of one of its subjects. */
const used = written.flatMap(({ path, text }) =>
  [...text.matchAll(/'(([a-z]+)\/[a-z]+(?:-[a-z]+)*)'/g)]
    .filter(([, , room]) => room !== undefined && rooms.has(room))
    .map(([, code]) => ({ path, code: code ?? '' })),
);

describe('language 13: codes are stable, and capiz explain says why, with a bad and a good example', () => {
  it('every code that the checker writes is in the catalogue', () => {
    expect(used.filter(({ code }) => findCode(code) === undefined)).toEqual([]);
    expect(used.length).toBeGreaterThan(50);
  });

  it.each(Object.keys(codes))('%s is written by the checker', (code) => {
    expect(used.map((use) => use.code)).toContain(code);
  });

  it.each(Object.entries(codes))('%s explains itself', (code, { title, why, bad, good }) => {
    expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
    expect(title).not.toMatch(/\.$/);
    expect(why).toMatch(/\.$/);
    expect(bad).not.toBe(good);
    expect([bad, good]).not.toContain('');
  });

  it('a name of every record is no code', () => {
    expect(findCode('constructor')).toBeUndefined();
  });
});
