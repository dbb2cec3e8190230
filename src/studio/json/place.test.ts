import { describe, expect, it } from 'vitest';
import { caretAt, markedAt, rangeOf } from './place.ts';

/** A text with `|` where the caret stands. */
function at(written: string) {
  const offset = written.indexOf('|');
  return caretAt(written.replace('|', ''), offset);
}

describe('where a caret stands', () => {
  it('is the value, by its pointer', () => {
    expect(at('{"body": [{"type": "te|xt"}]}')).toEqual({
      pointer: '/body/0/type',
      selected: '/body/0/type',
      isName: false,
      quoted: { from: 19, to: 25 },
      before: 'te',
    });
  });

  it('is the member whose name it stands in', () => {
    expect(at('{"body": [{"ty|pe": "text"}]}')).toMatchObject({ pointer: '/body/0/type', isName: true });
  });

  it('is the record between its members', () => {
    expect(at('{"body": [{"type": "text", |}]}')).toMatchObject({ pointer: '/body/0/', selected: '/body/0' });
  });

  it('is known while a document is not whole', () => {
    expect(at('{"body": [{"type": "text", "vis|')).toMatchObject({
      pointer: '/body/0/vis',
      isName: true,
      before: 'vis',
    });
    expect(at('{"a": {"b": |')).toMatchObject({ pointer: '/a/b', isName: false, before: '' });
    expect(at('{"a": tr|}')).toMatchObject({ pointer: '/a', before: 'tr' });
  });

  it('is in quotes only between them', () => {
    expect(at('{"a": |"b"}').quoted).toBeUndefined();
    expect(at('{"a": "b"|}').quoted).toBeUndefined();
    expect(at('{"a": "|b"}').quoted).toEqual({ from: 6, to: 9 });
    expect(at('{"a": "\\"|b"}')).toMatchObject({ before: '"' });
  });

  it('escapes what a pointer does', () => {
    expect(at('{"a/b": {"~": 1|}}').pointer).toBe('/a~1b/~0');
  });
});

describe('where a pointer leads', () => {
  const text = '{"body": [{"type": "text", "text": "Hi", "on": {"tap": [{"do": "back"}]}}], "id": "x"}';
  const part = (pointer: string) => {
    const range = rangeOf(text, pointer);
    return range && text.slice(range.from, range.to);
  };

  it('is the value, or what is nearest to it', () => {
    expect(part('/body/0/text')).toBe('"Hi"');
    expect(part('/body/0/text/choose/0')).toBe('"Hi"');
    expect(part('/body/7')).toBe(text.slice(9, text.indexOf(', "id"')));
    expect(rangeOf('', '/body')).toBeUndefined();
  });

  it('is marked as the node or the action around it', () => {
    const marked = (pointer: string) => {
      const range = markedAt(text, pointer);
      return range && text.slice(range.from, range.to);
    };
    expect(marked('/body/0/text')).toBe(part('/body/0'));
    expect(marked('/body/0/on/tap/0/do')).toBe('{"do": "back"}');
    expect(marked('/id')).toBe('"x"');
    expect(marked('')).toBeUndefined();
  });
});
