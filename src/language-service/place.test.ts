import { describe, expect, it } from 'vitest';
import { caretAt, markedAt, rangeOf } from './place.ts';

/** A text with `|` at the caret. */
function at(written: string) {
  const offset = written.indexOf('|');
  return caretAt(written.replace('|', ''), offset);
}

describe('caretAt', () => {
  it('finds the pointer of the value', () => {
    expect(at('{"body": [{"type": "te|xt"}]}')).toEqual({
      pointer: '/body/0/type',
      selected: '/body/0/type',
      isName: false,
      quoted: { from: 19, to: 25 },
      before: 'te',
    });
  });

  it('finds the member whose name is at the caret', () => {
    expect(at('{"body": [{"ty|pe": "text"}]}')).toMatchObject({ pointer: '/body/0/type', isName: true });
  });

  it('finds the record if the caret is between its members', () => {
    expect(at('{"body": [{"type": "text", |}]}')).toMatchObject({ pointer: '/body/0/', selected: '/body/0' });
  });

  it('works in incomplete JSON', () => {
    expect(at('{"body": [{"type": "text", "vis|')).toMatchObject({
      pointer: '/body/0/vis',
      isName: true,
      before: 'vis',
    });
    expect(at('{"a": {"b": |')).toMatchObject({ pointer: '/a/b', isName: false, before: '' });
    expect(at('{"a": tr|}')).toMatchObject({ pointer: '/a', before: 'tr' });
  });

  it('finds a quoted text only between its quotes', () => {
    expect(at('{"a": |"b"}').quoted).toBeUndefined();
    expect(at('{"a": "b"|}').quoted).toBeUndefined();
    expect(at('{"a": "|b"}').quoted).toEqual({ from: 6, to: 9 });
    expect(at('{"a": "\\"|b"}')).toMatchObject({ before: '"' });
  });

  it('escapes names in the pointer', () => {
    expect(at('{"a/b": {"~": 1|}}').pointer).toBe('/a~1b/~0');
  });
});

describe('rangeOf and markedAt', () => {
  const text = '{"body": [{"type": "text", "text": "Hi", "on": {"tap": [{"do": "back"}]}}], "id": "x"}';
  const part = (pointer: string) => {
    const range = rangeOf(text, pointer);
    return range && text.slice(range.from, range.to);
  };

  it('finds the value, or its nearest ancestor', () => {
    expect(part('/body/0/text')).toBe('"Hi"');
    expect(part('/body/0/text/choose/0')).toBe('"Hi"');
    expect(part('/body/7')).toBe(text.slice(9, text.indexOf(', "id"')));
    expect(rangeOf('', '/body')).toBeUndefined();
  });

  it('marks the node or action around a value', () => {
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
