import { describe, expect, it } from 'vitest';
import { limits } from './limits.generated.ts';
import { parseReply } from './parse-reply.ts';

const reads = (text: string, json: unknown) =>
  it(`reads ${text.slice(0, 40)}`, () => expect(parseReply(text)).toEqual({ ok: true, json }));
const refuses = (reason: string, text: string) =>
  it(`refuses ${text.slice(0, 40)} as ${reason}`, () =>
    expect(parseReply(text)).toEqual({ ok: false, reason }));

describe('parseReply', () => {
  reads(' {"a": [1, -2.5, 1e3, "x\\"y", true, null]} ', { a: [1, -2.5, 1000, 'x"y', true, null] });
  reads('{"a": {"k": 1}, "b": {"k": 2}, "c": [{"k": 1}, {"k": 2}]}', {
    a: { k: 1 },
    b: { k: 2 },
    c: [{ k: 1 }, { k: 2 }],
  });
  reads('{"a": "k", "k": "a", "b": ["a", "a"]}', { a: 'k', k: 'a', b: ['a', 'a'] });
  reads(`[9007199254740991, -9007199254740991, "9007199254740993"]`, [
    2 ** 53 - 1,
    1 - 2 ** 53,
    '9007199254740993',
  ]);
  reads('{"k": "\\\\", "j": "\\"k\\": ", "l": "\\\\\\""}', { k: '\\', j: '"k": ', l: '\\"' });
  refuses('duplicate-key', '{"a": 1, "b": 2, "a": 1}');
  refuses('duplicate-key', '{"a": "\\\\", "a": "\\\\"}');
  refuses('duplicate-key', '{"a": 1, "\\u0061": 2}');
  refuses('duplicate-key', '{"x": {"y": [{"k": 1, "k": 1}]}}');
  refuses('number', '{"id": 9007199254740992}');
  refuses('number', '[-9007199254740993]');
  refuses('number', '[1e400]');
  refuses('empty', '');
  refuses('empty', ' \n');
  for (const text of [
    'OK',
    '<html></html>',
    '{"a": 1',
    '{"a": }',
    '{"a" 1}',
    '[1,]',
    '"',
    '"\\',
    '{"\\x": 1}',
    '-',
    ']',
    '}{',
    '[1}',
  ]) {
    refuses('not-json', text);
  }

  it(`replyDepth: ${limits.replyDepth} levels are accepted, one more refused`, () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseReply(nested(limits.replyDepth)).ok).toBe(true);
    expect(parseReply(nested(limits.replyDepth + 1))).toEqual({ ok: false, reason: 'depth' });
    expect(parseReply('['.repeat(900_000))).toEqual({ ok: false, reason: 'depth' });
  });

  it(`replyBytes: ${limits.replyBytes} bytes of UTF-8 are accepted, one more refused`, () => {
    for (const [letter, bytes] of [
      ['x', 1],
      ['é', 2],
      ['€', 3],
      ['😀', 4],
    ] as const) {
      const fill = Math.floor((limits.replyBytes - 2) / bytes);
      const exact = `"${letter.repeat(fill)}"`.padEnd(
        limits.replyBytes - fill * (bytes - letter.length),
        ' ',
      );
      expect(new TextEncoder().encode(exact)).toHaveLength(limits.replyBytes);
      expect(parseReply(exact).ok).toBe(true);
      expect(parseReply(`${exact} `)).toEqual({ ok: false, reason: 'bytes' });
    }
  });
});
