import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../plan/limits.generated.ts';
import { parseDocument } from './parse.ts';
import { joinPointer } from './pointer.ts';
import { validateShape } from './validate.ts';

/** Pointer and value of every part of a JSON value. */
function everyPlace(value: unknown, pointer = ''): [pointer: string, value: unknown][] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => everyPlace(item, joinPointer(pointer, index)))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => everyPlace(member, joinPointer(pointer, name)))
      : [];
  return [[pointer, value], ...inner];
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const name = fc.string().filter((text) => !forbidden.has(text));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 6 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('language 1: locations survive parsing', () => {
  it('every value is parsed as by JSON, and is at its reported location', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { document, problems } = parseDocument(text, 'a');
        expect(problems).toEqual([]);
        expect(JSON.stringify(document?.value)).toBe(JSON.stringify(value));
        const lines = text.split('\n');
        for (const [pointer, inner] of everyPlace(JSON.parse(text))) {
          const place = document?.place(pointer);
          const at = lines[(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1) ?? '';
          const whole = JSON.stringify(inner, null, indent).split('\n')[0] ?? '';
          expect(at.startsWith(whole)).toBe(true);
        }
      }),
    );
  });

  it('every unit of a text is at the location of its escape', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.nat(),
        fc.boolean(),
        (text, at, escaped) => {
          const unit = at % text.length;
          const write = (piece: string) =>
            escaped
              ? Array.from(piece, (c) =>
                  [...Array(c.length).keys()]
                    .map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`)
                    .join(''),
                ).join('')
              : JSON.stringify(piece).slice(1, -1);
          // Half of a surrogate pair would be escaped, the pair is not.
          fc.pre(!/[\ud800-\udfff]/.test(text) || escaped);
          const source = `"${write(text)}"`;
          const place = parseDocument(source, 'a').document?.place('', 'value', unit, 1);
          expect(place?.column).toBe(2 + write(text.slice(0, unit)).length);
        },
      ),
    );
  });
});

describe('language 1: a text has the same meaning in the fast parser and in the parser with locations', () => {
  /** A comment at the end does not change the meaning, but needs the parser with locations. */
  const withPlaces = (text: string) => parseDocument(`${text}\n//`, 'a');
  const told = ({ document, problems }: ReturnType<typeof parseDocument>): string =>
    JSON.stringify([document === undefined, document?.value, problems.map(({ code }) => code)]);

  it('any value, also with one character removed, doubled or replaced', () => {
    const unit = fc.constantFrom(
      '',
      '"',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '\\',
      '0',
      '-',
      '.',
      'e',
      ' ',
      '\t',
      '\n',
      '\0',
    );
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(2), unit, (value, place, taken, laid) => {
        const text = JSON.stringify(value, null, 1);
        const at = place % text.length;
        expect(told(parseDocument(text, 'a'))).toBe(told(withPlaces(text)));
        const other = text.slice(0, at) + laid + text.slice(at + taken);
        expect(told(parseDocument(other, 'a'))).toBe(told(withPlaces(other)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{"a":1,"a":2}',
    '{"prototype":1}',
    '[9007199254740993]',
    '[01]',
    '[1.]',
    '[1e999]',
    '[-0]',
    '[1e3, 0.5]',
    '["\\x"]',
    '["\\ud800"]',
    '["\t"]',
    '[1,]',
    '{"a":1,}',
    '[] []',
    'tru',
    '',
    ' ',
    '\ufeff[]',
    '\u00a0[]',
    `${'['.repeat(limits.depth)}${']'.repeat(limits.depth)}`,
    `${'['.repeat(limits.depth + 1)}${']'.repeat(limits.depth + 1)}`,
  ])('%j', (text) => {
    expect(told(parseDocument(text, 'a'))).toBe(told(withPlaces(text)));
  });
});

describe('language 2: any input is accepted or rejected, and never throws', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '"',
    '1',
    '-',
    'null',
    '//',
    '/*',
    '*/',
    '\n',
    '\\',
    '\u0000',
    'é',
  );

  it('any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((list) => list.join('')),
        ),
        (text) => {
          const { document, problems } = parseDocument(text, 'a');
          expect(document !== undefined || problems.length === 1).toBe(true);
        },
      ),
    );
  });

  it('any value as any document', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('screen', 'part', 'app', 'endpoint', 'messages'), (value, kind) => {
        const { document } = parseDocument(JSON.stringify(value), 'a');
        if (document === undefined) throw new Error('not parsed');
        expect(validateShape(document, kind).length).toBeGreaterThan(0);
      }),
    );
  });

  it.each(['{}', '1', 'null', '{"type":"x"}', '{"type":"text"}', '{"type":1}', '[]'])(
    'a body full of %s',
    (item) => {
      const body = Array.from(
        { length: Math.floor((limits.bytes - 200) / (item.length + 1)) },
        () => item,
      ).join();
      const { document } = parseDocument(`{ "body": [${body}] }`, 'a');
      if (document === undefined) throw new Error('not parsed');
      expect(validateShape(document, 'screen').map(({ code }) => code)).toContain('property/too-many');
    },
  );
});
