import { describe, expect, it } from 'vitest';
import { limits } from '../plan/limits.generated.ts';
import { parseDocument } from './parse.ts';

const parse = (text: string) => parseDocument(text, 'screens/shelf.screen.json');
const found = (text: string) =>
  parse(text).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
const parsed = (text: string) => {
  const { document, problems } = parse(text);
  if (document === undefined)
    throw new Error(`not parsed: ${problems.map(({ message }) => message).join(' ')}`);
  return document;
};
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('language 1: files may contain comments; locations survive parsing', () => {
  const text = '// a shelf\n{\n  "title": "Books", // shown\n  "body": [ { "text": "one" }, ],\n}\n';

  it('reads comments and trailing commas', () => {
    expect(JSON.parse(JSON.stringify(parsed(text).value))).toEqual({
      title: 'Books',
      body: [{ text: 'one' }],
    });
  });

  it('knows the location of every value and every name', () => {
    const document = parsed(text);
    expect(document.place('/title')).toMatchObject({ line: 3, column: 12, length: 7, pointer: '/title' });
    expect(document.place('/title', 'key')).toMatchObject({ line: 3, column: 3, length: 7 });
    expect(document.place('/body/0/text')).toMatchObject({ line: 4, column: 23 });
    expect(document.place('/body/0', 'key')).toMatchObject({ line: 4, column: 13 });
  });

  it('returns the nearest location around a pointer to nothing', () => {
    expect(parsed(text).place('/body/0/on/tap')).toMatchObject({
      line: 4,
      column: 13,
      pointer: '/body/0/on/tap',
    });
    expect(parsed(text).place('/nothing')).toMatchObject({ line: 2, column: 1 });
  });

  it('maps offsets in a text through its escapes', () => {
    const document = parsed(String.raw`{ "when": "a\n\u0041\"b == 1" }`);
    expect(document.value).toEqual(expect.objectContaining({ when: 'a\nA"b == 1' }));
    expect(document.place('/when', 'value', 4, 1)).toMatchObject({ column: 23, length: 1 });
    expect(document.place('/when', 'value', 2, 2)).toMatchObject({ column: 15, length: 8 });
    expect(document.place('/when', 'value', 0)).toMatchObject({ column: 12, length: 17 });
  });

  it('counts lines the same for every line end, and columns in UTF-16 units', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(parsed(`{${end}"a": "😀", "b": 1}`).place('/b')).toMatchObject({ line: 2, column: 17 });
  });

  it('ignores a byte order mark', () => {
    expect(parsed('\uFEFF{ "a": 1 }').place('/a')).toMatchObject({ line: 1, column: 9 });
  });

  it('makes records without a prototype', () => {
    expect(Object.getPrototypeOf(parsed('{ "a": {} }').value)).toBeNull();
  });

  it('finds values under names with / and ~', () => {
    expect(parsed('{ "a/b~c": 1 }').place('/a~1b~0c')).toMatchObject({ column: 12 });
  });
});

describe('language 11: N is accepted, N+1 refused with the limit’s name', () => {
  it(`accepts ${limits.depth} levels and refuses one more`, () => {
    expect(found(nested(limits.depth))).toEqual([]);
    expect(found(nested(limits.depth + 1))).toEqual([`parse/too-deep 1:${limits.depth + 1}`]);
  });

  it('refuses 100,000 levels without recursion', () => {
    expect(found(nested(100_000))).toEqual([`parse/too-deep 1:${limits.depth + 1}`]);
    expect(found('{"a":'.repeat(40_000))).toHaveLength(1);
  });

  it('accepts the last byte and refuses one more', () => {
    const fill = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`;
    expect(found(fill(limits.bytes))).toEqual([]);
    expect(found(fill(limits.bytes + 1))).toEqual(['parse/too-large 1:1']);
  });

  it('counts bytes, not characters', () => {
    expect(found(`"${'€'.repeat(limits.bytes / 3)}"`)).toEqual(['parse/too-large 1:1']);
  });

  it('does not count brackets in texts and comments as levels', () => {
    expect(found(`["${'['.repeat(100)}" /* ${'{'.repeat(100)} */]`)).toEqual([]);
  });
});

describe('duplicate keys, integers over 2^53 and __proto__-like names are problems', () => {
  it.each([
    ['{ "a": 1, "b": { "c": 1, "c": 2 } }', 'parse/duplicate-key 1:26'],
    ['{ "a": 9007199254740992 }', 'parse/number-too-large 1:8'],
    ['{ "a": -9007199254740993 }', 'parse/number-too-large 1:8'],
    ['{ "a": 1e400 }', 'parse/number-too-large 1:8'],
    ['{ "__proto__": {} }', 'parse/forbidden-name 1:3'],
    [String.raw`{ "__proto\u005f_": {} }`, 'parse/forbidden-name 1:3'],
    ['{ "a": { "constructor": 1 } }', 'parse/forbidden-name 1:10'],
    ['{ "prototype": 1 }', 'parse/forbidden-name 1:3'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it('accepts the largest integers and every decimal', () => {
    expect(found('[9007199254740991, -9007199254740991, 0.1, 1e3, -0]')).toEqual([]);
  });

  it('reports all such problems at once, and keeps the first of two equal keys', () => {
    const { document, problems } = parse('{ "a": 1, "a": 2, "prototype": 3, "a": 4 }');
    expect(problems.map(({ code }) => code)).toEqual([
      'parse/duplicate-key',
      'parse/forbidden-name',
      'parse/duplicate-key',
    ]);
    expect(document?.value).toEqual(expect.objectContaining({ a: 1 }));
  });
});

describe('reports invalid JSON once, at its first error', () => {
  it.each([
    ['', 'parse/syntax 1:1'],
    ['{ "a" 1 }', 'parse/syntax 1:7'],
    ['{ "a": 1 "b": 2 }', 'parse/syntax 1:10'],
    ['{ "a": }', 'parse/syntax 1:8'],
    ['{ "a": [1, 2 }', 'parse/syntax 1:14'],
    ['{ "a": "x }\n', 'parse/syntax 1:8'],
    ['{ "a": tru }', 'parse/syntax 1:8'],
    ['{} {}', 'parse/syntax 1:4'],
    ['{ "a": 01 }', 'parse/syntax 1:9'],
    [String.raw`{ "a": "\x" }`, 'parse/syntax 1:8'],
    ["{ 'a': 1 }", 'parse/syntax 1:3'],
    ['{ "a": NaN }', 'parse/syntax 1:8'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
    expect(parse(text).document).toBeUndefined();
  });
});
