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

/** Texts in the sources of this folder that look like a problem code. */
const used = written.flatMap(({ path, text }) =>
  [...text.matchAll(/'(([a-z]+)\/[a-z]+(?:-[a-z]+)*)'/g)]
    .filter(([, , room]) => room !== undefined && rooms.has(room))
    .map(([, code]) => ({ path, code: code ?? '' })),
);

describe('language 13: codes are stable, and capiz explain gives the reason with a bad and a good example', () => {
  it('the catalogue has every code that the checker reports', () => {
    expect(used.filter(({ code }) => findCode(code) === undefined)).toEqual([]);
    expect(used.length).toBeGreaterThan(50);
  });

  it.each(Object.keys(codes))('the checker reports %s', (code) => {
    expect(used.map((use) => use.code)).toContain(code);
  });

  it.each(Object.entries(codes))('%s has an explanation', (code, { title, why, bad, good }) => {
    expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
    expect(title).not.toMatch(/\.$/);
    expect(why).toMatch(/\.$/);
    expect(bad).not.toBe(good);
    expect([bad, good]).not.toContain('');
  });

  it('an inherited member of objects is no code', () => {
    expect(findCode('constructor')).toBeUndefined();
  });
});
