import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { WHOLE_RELEASE } from '#src/shared/release.ts';
import { readColumn } from './column.ts';
import { MANIFEST } from './manifests.ts';

const read = (text: string) => readColumn('releases.manifest', text, MANIFEST);
const MANIFEST_TEXT = '{"files":{"a":"1"},"compiled":{"grammar":3,"app":"2","plans":{"home":"3"}}}';

describe('a column that holds JSON', () => {
  it('is parsed with its schema', () => {
    expect(read(MANIFEST_TEXT)).toEqual(JSON.parse(MANIFEST_TEXT));
  });
  it.each([
    ['{"files":', ''],
    ['null', ''],
    ['{"files":{"a":1},"compiled":{}}', ', at files.a'],
    [MANIFEST_TEXT.replace('"3"', '{}'), ', at compiled.plans.home'],
  ])('is refused with its name and the path if it does not match the schema: %s', (text, where) => {
    expect(() => read(text)).toThrow(`The column releases.manifest cannot be read${where}.`);
  });
  it('is refused with a message without its value, which may be about a person', () => {
    const secret = () => readColumn('t.c', '{"name":"Emma"}', v.object({ name: v.number() }));
    expect(secret).toThrow(/^(?!.*Emma)/);
  });
  it.each(['__proto__', 'constructor', 'prototype'])('is refused if it has a member called %s', (name) => {
    for (const text of [
      MANIFEST_TEXT.replace('"a"', `"${name}"`),
      MANIFEST_TEXT.replace('"home"', `"${name}"`),
    ])
      expect(() => read(text)).toThrow('cannot be read');
  });
});

describe('a stored whole release', () => {
  const readRelease = (screens: string, plans: string) =>
    v.safeParse(
      WHOLE_RELEASE,
      JSON.parse(`{ "language": "en", "app": { "plan": {} }, "screens": ${screens}, "plans": ${plans} }`),
    ).success;

  it.each(['__proto__', 'constructor', 'prototype'])('is refused with a screen or plan called %s', (name) => {
    expect(readRelease('{}', '{}')).toBe(true);
    expect(readRelease(`{ "${name}": "b" }`, '{}')).toBe(false);
    expect(readRelease('{}', `{ "${name}": {} }`)).toBe(false);
  });
});
