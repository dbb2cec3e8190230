import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readColumn } from './column.ts';
import { MANIFEST } from './manifests.ts';

const read = (text: string) => readColumn('releases.manifest', text, MANIFEST);
const MANIFEST_TEXT = '{"files":{"a":"1"},"compiled":{"grammar":3,"app":"2","plans":{"home":"3"}}}';

describe('a column that holds JSON', () => {
  it('is read by its schema', () => {
    expect(read(MANIFEST_TEXT)).toEqual(JSON.parse(MANIFEST_TEXT));
  });
  it.each([
    ['{"files":', ''],
    ['null', ''],
    ['{"files":{"a":1},"compiled":{}}', ', at files.a'],
    [MANIFEST_TEXT.replace('"3"', '{}'), ', at compiled.plans.home'],
  ])('that holds something else is refused with its name and its path: %s', (text, where) => {
    expect(() => read(text)).toThrow(`The column releases.manifest cannot be read${where}.`);
  });
  it('that holds something else is refused without what it holds, which may be about a person', () => {
    const secret = () => readColumn('t.c', '{"name":"Emma"}', v.object({ name: v.number() }));
    expect(secret).toThrow(/^(?!.*Emma)/);
  });
});
