import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../plan/money.ts';
import { foldDigits } from './digits.ts';
import { type NumberShape, readNumber, type Refusal, typeNumber, writeTyped } from './typed-number.ts';

const AMOUNT: NumberShape = {
  decimals: 2,
  isSigned: false,
  point: '.',
  group: ',',
  currency: '₱',
  isMinor: true,
};
const COMMA: NumberShape = { ...AMOUNT, point: ',', group: '.' };
const FRENCH: NumberShape = { ...COMMA, group: undefined, currency: '€' };
const WHOLE: NumberShape = { ...AMOUNT, decimals: 0, isMinor: false };
const SIGNED: NumberShape = { ...WHOLE, isSigned: true };
const DECIMAL: NumberShape = { ...AMOUNT, decimals: 3, isMinor: false };

/** Types into an empty field, one key after the other. */
function keys(text: string, shape: NumberShape): readonly [string, number | undefined, Refusal?] {
  let [shown, value, refused]: [string, number | undefined, Refusal | undefined] = ['', undefined, undefined];
  for (const key of text) {
    const edit = {
      old: shown,
      isWritten: false,
      edited: shown + key,
      caret: shown.length + key.length,
      isTyping: true,
    };
    const typed = typeNumber(edit, shape);
    [shown, value] = [typed.text, typed.value];
    refused ??= typed.refusal;
  }
  return refused === undefined ? [shown, value] : [shown, value, refused];
}
const paste = (text: string, shape: NumberShape, old = '') =>
  typeNumber({ old, isWritten: false, edited: text, caret: text.length, isTyping: false }, shape);

describe('a pasted, dropped or autofilled number', () => {
  it.each([
    ['₱1,234.50', AMOUNT, 123450],
    ['1.234,50', AMOUNT, 123450],
    ['1,234', AMOUNT, 123400],
    ['1.234', COMMA, 123400],
    ['12,50', AMOUNT, 1250],
    ['1,234,567', AMOUNT, 123456700],
    ['12,34,567.5', AMOUNT, 123456750],
    ['1 234.5', AMOUNT, 123450],
    ['1\u202F234,5', FRENCH, 123450],
    ['1\u00A0234\u00A0567,50 €', FRENCH, 123456750],
    ["1'234.50", AMOUNT, 123450],
    ['1.234.567', AMOUNT, 123456700],
    [' 1,234 ₱ ', AMOUNT, 123400],
    ['.5', AMOUNT, 50],
    ['0.500', AMOUNT, 50],
    ['12.5000', AMOUNT, 1250],
    ['007', AMOUNT, 700],
    ['0000000000000000000005', WHOLE, 5],
    ['5,000.00', WHOLE, 5000],
    ['5,000', WHOLE, 5000],
    ['12.0', WHOLE, 12],
    ['+5', WHOLE, 5],
    ['-0', WHOLE, 0],
    ['−5', SIGNED, -5],
    ['－５', SIGNED, -5],
    ['₱-5', SIGNED, -5],
    ['-₱5', SIGNED, -5],
    ['１，２３４．５０', AMOUNT, 123450],
    ['١٢٣٤', WHOLE, 1234],
    ['١٬٢٣٤٫٥٠', AMOUNT, 123450],
    ['۱۲۳', WHOLE, 123],
    ['१२३', WHOLE, 123],
    ['𝟙𝟚𝟛', WHOLE, 123],
    ['\u200E-5\u200F', SIGNED, -5],
    ['\u206812.50\u2069', AMOUNT, 1250],
    ['1,234', DECIMAL, 1234],
    ['1.234', DECIMAL, 1.234],
    ['999999999999999', WHOLE, 999_999_999_999_999],
    ['\u200F−\u200E1,234\u200F', SIGNED, -1234],
    ['1\u2019234,560', AMOUNT, 123456],
    ['0,500', COMMA, 50],
    ['  ', AMOUNT, undefined],
  ])('the text %s is understood exactly, %#', (text, shape, value) => {
    expect(readNumber(text, shape)).toBe(value);
    expect(paste(text, shape, '7')).toMatchObject({ text, value });
  });

  it.each([
    ['12.7', WHOLE, 'whole'],
    ['12,7', WHOLE, 'whole'],
    ['5.000', WHOLE, 'whole'],
    ['1.234', AMOUNT, 'decimals'],
    ['12,3456', AMOUNT, 'decimals'],
    ['12.345', AMOUNT, 'decimals'],
    ['1,234.567', COMMA, 'decimals'],
    ['1.234', FRENCH, 'unclear'],
    ['1e5', WHOLE, 'unclear'],
    ['1e5', AMOUNT, 'unclear'],
    ['0x10', WHOLE, 'unclear'],
    ['−5', WHOLE, 'negative'],
    ['–5', AMOUNT, 'negative'],
    ['(5)', SIGNED, 'unclear'],
    ['5-', SIGNED, 'unclear'],
    ['--5', SIGNED, 'unclear'],
    ['5-10', SIGNED, 'unclear'],
    ['pay 12', AMOUNT, 'unclear'],
    ['12 or 13', AMOUNT, 'unclear'],
    ['$500', AMOUNT, 'unclear'],
    ['₱5₱', AMOUNT, 'unclear'],
    ['50%', AMOUNT, 'unclear'],
    ['1/2', AMOUNT, 'unclear'],
    ['½', AMOUNT, 'unclear'],
    ['5²', AMOUNT, 'unclear'],
    ['1.2.3', AMOUNT, 'unclear'],
    ['1,23,4', AMOUNT, 'unclear'],
    ['1,234 567', AMOUNT, 'unclear'],
    ['12 34', AMOUNT, 'unclear'],
    ['0,500,000', AMOUNT, 'unclear'],
    ['5k', AMOUNT, 'unclear'],
    ['五', AMOUNT, 'unclear'],
    ['Infinity', AMOUNT, 'unclear'],
    ['\u202E05.21', AMOUNT, 'unclear'],
    ['1\u200B2', AMOUNT, 'unclear'],
    ['9007199254740993', WHOLE, 'long'],
    ['12345678901234.00', AMOUNT, 'long'],
    ['1234,000', WHOLE, 'unclear'],
    ['0,500', AMOUNT, 'unclear'],
    ['00,500', AMOUNT, 'unclear'],
    [',500', DECIMAL, 'unclear'],
    ['1234.567', { ...COMMA, decimals: 3, isMinor: false }, 'unclear'],
    ['1.23.456', AMOUNT, 'unclear'],
    ['12 34 567', AMOUNT, 'unclear'],
    ["1'23'456", AMOUNT, 'unclear'],
    ['₱', AMOUNT, 'unclear'],
    ['$', { ...AMOUNT, currency: '' }, 'unclear'],
    ['1\u200F2', AMOUNT, 'unclear'],
    ['1\u20672\u2069', AMOUNT, 'unclear'],
    ['1\u200E,234', AMOUNT, 'unclear'],
  ])('the text %s is refused, and the number before it stays, %#', (text, shape, refusal) => {
    expect(readNumber(text, shape)).toBe(refusal);
    expect(paste(text, shape, '7')).toEqual({
      text: '7',
      from: 0,
      to: 1,
      value: shape.isMinor ? 700 : 7,
      refusal,
    });
  });

  /**
   * All ways of writing a number. The property-based test uses this list, which is independent of the field's code and
   * of what a field accepts.
   */
  const ways = (whole: string, fraction: string): readonly string[] => {
    const threes = (sign: string) => whole.replace(/\d(?=(\d{3})+$)/g, `$&${sign}`);
    const all: string[] = [];
    for (const point of ['.', ','])
      for (const group of ['', ' ', '\u00A0', '\u202F', "'", point === '.' ? ',' : '.'])
        all.push(threes(group) + (fraction === '' ? '' : point + fraction));
    return all;
  };
  const scripts = [0x30, 0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce, 0x1d7d8];

  it('is read correctly or refused, however it is written', () => {
    fc.assert(
      fc.property(
        fc.nat(99_999_999),
        fc.stringMatching(/^\d{0,4}$/),
        fc.nat(11),
        fc.constantFrom(...scripts),
        fc.constantFrom('', '-', '−', '₱', '-₱'),
        fc.constantFrom(AMOUNT, COMMA, FRENCH, WHOLE, SIGNED, DECIMAL),
        (number, fraction, way, zero, front, shape) => {
          const ascii = ways(String(number), fraction)[way] ?? '';
          const text = front + ascii.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
          const reading = readNumber(text, shape);
          if (typeof reading === 'string') return;
          // After a single sign, three digits are read by the language; every other form is unambiguous.
          const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(ascii) && ascii.includes(shape.group ?? '-');
          const size = isGroup ? Number(ascii.replace(/\D/g, '')) : Number(`${number}.${fraction || 0}`);
          const meant = shape.isMinor ? Math.round(size * 100) : size;
          expect(Math.abs(reading ?? Number.NaN)).toBe(meant);
          if (meant !== 0) expect(reading !== undefined && reading < 0).toBe(/[-−]/.test(front));
        },
      ),
    );
  });

  it('any text is a number of exactly its own digits, or is refused and changes nothing', () => {
    const text = fc.array(
      fc.constantFrom(
        ...Array.from('012345679'),
        '.',
        ',',
        ' ',
        '-',
        '−',
        'e',
        '₱',
        '$',
        '٣',
        '５',
        '٫',
        '٬',
        '(',
        ')',
        '\u200F',
        "'",
      ),
      { minLength: 2, maxLength: 12 },
    );
    fc.assert(
      fc.property(text, fc.constantFrom(AMOUNT, COMMA, FRENCH, WHOLE, SIGNED, DECIMAL), (signs, shape) => {
        const pasted = signs.join('');
        const typed = paste(pasted, shape, '8');
        if (typed.refusal !== undefined) {
          expect(typed).toMatchObject({ text: '8', value: shape.isMinor ? 800 : 8 });
          return;
        }
        const digits = foldDigits(pasted)
          .replace(/\D/g, '')
          .replace(/^0+|0+$/g, '');
        expect(
          String(Math.abs(typed.value ?? 0))
            .replace('.', '')
            .replace(/^0+|0+$/g, ''),
        ).toBe(digits);
        expect((typed.value ?? 0) < 0).toBe(digits !== '' && /[-−]/.test(pasted));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a number during typing', () => {
  it.each([
    ['1234.50', AMOUNT, ['1234.50', 123450]],
    ['12,5', AMOUNT, ['12,5', 1250]],
    ['5,000', AMOUNT, ['5,000', 500000]],
    ['5,000', WHOLE, ['5,000', 5000]],
    ['1,234,567.5', AMOUNT, ['1,234,567.5', 123456750]],
    ['12.5', COMMA, ['12.5', 1250]],
    ['٥٠', AMOUNT, ['٥٠', 5000]],
    ['-5', SIGNED, ['-5', -5]],
    ['₱12', AMOUNT, ['₱12', 1200]],
    ['.5', AMOUNT, ['.5', 50]],
    ['-', SIGNED, ['-', undefined]],
    ['1,2', WHOLE, ['1,2', undefined]],
    ['1234.505', AMOUNT, ['1234.50', 123450, 'decimals']],
    ['12..5', AMOUNT, ['12.5', 1250, 'unclear']],
    ['1a2', AMOUNT, ['12', 1200, 'unclear']],
    ['-5', AMOUNT, ['-', undefined, 'negative']],
    ['12.7', WHOLE, ['12.', 12, 'whole']],
    ['5000.00', WHOLE, ['5000.00', 5000]],
    ['12345678901234567', WHOLE, ['123456789012345', 123456789012345, 'long']],
    ['12345678901234567', AMOUNT, ['1234567890123', 123456789012300, 'long']],
  ])('the keys %s, %#', (text, shape, outcome) => expect(keys(text, shape)).toEqual(outcome));

  /** One edit of a text with `[…]` as the selection. */
  const put = (marked: string, inserted: string, isWritten = true, shape = AMOUNT) => {
    const [before = '', selected = '', after = ''] = marked.split(/[[\]]/);
    const old = before + selected + after;
    const edited = before + inserted + after;
    const { text, from, to, value } = typeNumber(
      { old, isWritten, edited, caret: before.length + inserted.length, isTyping: true },
      shape,
    );
    return [`${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`, value];
  };

  it('in a formatted amount, each edit changes the number in the same way', () => {
    expect(put('[₱1,234.00]', '5')).toEqual(['5[]', 500]);
    expect(put('₱1,2[]34.00', '9')).toEqual(['129[]34.00', 1293400]);
    expect(put('₱1,2[3]4.00', '')).toEqual(['12[]4.00', 12400]);
    expect(put('₱1[,]234.00', '')).toEqual(['1[]234.00', 123400]);
    expect(put('₱1,234.0[0]', '')).toEqual(['1234.0[]', 123400]);
    expect(put('₱1,234[.]00', '')).toEqual(['1234[]00', 12340000]);
    expect(put('₱1,234.00[]', '5')).toEqual(['₱1,234.00[]', 123400]);
    expect(put('₱1,234[]', '5', true, { ...AMOUNT, decimals: 0 })).toEqual(['12345[]', 12345]);
    expect(put('[₱1,234.00]', 'x5')).toEqual(['[₱1,234.00]', 123400]);
    expect(put('1.234,[]00', '5', true, COMMA)).toEqual(['1234,5[]00', 123450]);
    expect(put('-₱1,234.[]50', '', true, { ...AMOUNT, isSigned: true })).toEqual(['-1234.[]50', -123450]);
  });

  it('in a typed number, an edit in its middle does not turn its thousands sign into a decimal sign', () => {
    expect(put('12,[3]45', '', false)).toEqual(['12[]45', 124500]);
    expect(put('1[]2,345', '9', false)).toEqual(['19[]2345', 19234500]);
  });

  it('deleted characters stay deleted, whatever remains', () => {
    expect(put('1[2]', '')).toEqual(['1[]', 100]);
    expect(put('[12.34]', '')).toEqual(['[]', undefined]);
    expect(put('[1],2', '', false, WHOLE)).toEqual(['[],2', undefined]);
  });

  it('an edit without a change has no effect', () => {
    expect(put('12[].34', '', false)).toEqual(['12[].34', 1234]);
    expect(put('[]', '', false)).toEqual(['[]', undefined]);
  });

  it('a repeated digit is inserted where it was typed', () => {
    expect(put('11[]', '1')).toEqual(['111[]', 11100]);
    expect(put('1[]1', '1')).toEqual(['11[]1', 11100]);
    expect(put('[]11', '1')).toEqual(['1[]11', 11100]);
  });
});

describe('an edited number', () => {
  /** The exact number of a plain input's text, without the field's own currency and thousands signs. */
  const exactly = (text: string): number | undefined => {
    const bare = text.replace(/[₱,]/g, '');
    const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)\.?(\d{0,2})0*$/.exec(bare) ?? [];
    if (sign === undefined || whole + decimals === '') return undefined;
    const minor = Number(whole + decimals.padEnd(2, '0'));
    if (minor >= 10 ** 15) return undefined;
    return sign === '-' && minor > 0 ? undefined : minor;
  };
  const write = (value: number | undefined) =>
    value === undefined ? '' : `₱${(value / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
  const INSERTED = ['', '', '.', '-', 'e', '12', '1.5', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const edit = fc.record({
    at: fc.nat(20),
    length: fc.constantFrom(0, 0, 0, 1, 2, 20),
    inserted: fc.constantFrom(...INSERTED),
    isLeft: fc.boolean(),
  });

  it('equals the exact number of a plain input after the same edits, or the edit was refused', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.array(edit, { maxLength: 12 }), (initial, edits) => {
        let [value, text, isWritten] = [initial as number | undefined, write(initial), true];
        for (const { at, length, inserted, isLeft } of edits) {
          const from = Math.min(at, text.length);
          const edited = text.slice(0, from) + inserted + text.slice(from + length);
          const caret = from + inserted.length;
          const isTyping = inserted.length === 1;
          const typed = typeNumber({ old: text, isWritten, edited, caret, isTyping }, AMOUNT);
          // In other languages `1.000` is a thousand.
          const isDoubtful = typed.refusal === 'long' || /\.\d{3}$/.test(edited);
          const meant = isDoubtful ? undefined : exactly(edited);
          if (typed.refusal !== undefined) {
            expect([typed.text, typed.value, meant]).toEqual([text, value, undefined]);
          } else if (typed.value !== undefined || !isDoubtful) {
            expect([edited, typed.value]).toEqual([edited, exactly(edited)]);
          }
          value = typed.value;
          [text, isWritten] = isLeft ? [write(value), true] : [typed.text, isWritten && typed.text === text];
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps its thousands signs during typing, also if the formatted value looks the same', () => {
    const ZERO: NumberShape = { ...AMOUNT, decimals: 0, currency: '' };
    expect(keys('1,234,567', ZERO)).toEqual(['1,234,567', 1_234_567]);
  });
});

describe('a formatted value', () => {
  it.each(['source', 'en', 'en-IN', 'de', 'de-CH', 'es', 'fr', 'pl', 'hi', 'id', 'ar', 'fa', 'pt-BR', 'fil'])(
    'is read as the same amount in %s',
    (language) => {
      const form = (value: number) =>
        language === 'source'
          ? '1,234.5'
          : new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(value);
      const point = form(1_234_567.5).endsWith(',5') ? ',' : '.';
      const other = point === ',' ? '.' : ',';
      const group = form(1_234_567.5).includes(other) ? other : undefined;
      fc.assert(
        fc.property(
          fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
          fc.nat(3),
          fc.constantFrom('', '₱', 'Rp', 'S/.', 'Kč'),
          (minor, decimals, currency) => {
            const shape = { decimals, isSigned: true, point, group, currency, isMinor: true } as const;
            const locale = {
              language,
              currency: { sign: currency, decimals },
              timeZone: 'UTC',
              now: () => 0,
              message: (source: string) => source,
            };
            expect(readNumber(formatMoney(minor, locale), shape)).toBe(minor === 0 ? 0 : minor);
          },
        ),
      );
    },
  );

  it('a decimal has the decimal sign of its language', () => {
    expect(writeTyped(12.5, COMMA)).toBe('12,5');
    expect(writeTyped(-3, WHOLE)).toBe('-3');
  });
});
