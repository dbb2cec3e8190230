import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeDay, hasMoreThanDay, typeDay } from './typed-day.ts';

/** The text of the field after these keys are typed at its end. */
function strike(keys: string, start = ''): string {
  let text = start;
  for (const key of keys) {
    text = typeDay(text, text + key, text.length + 1).text;
  }
  return text;
}

describe('a typed day', () => {
  it.each([
    ['20260305', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['2026/3/5', '2026-03-5'],
    ['2026.3.05', '2026-03-05'],
    ['2026 03 05', '2026-03-05'],
    ['20260305999', '2026-03-05'],
    ['20a26', '2026'],
    ['２０２６٠٣०५', '2026-03-05'],
    ['--2026--3', '2026-3'],
    ['26-3', '26-3'],
  ])('keys %s', (keys, shown) => {
    expect(strike(keys)).toBe(shown);
  });

  it('can be pasted completely', () => {
    expect(typeDay('', '2026-03-05T10:00:00Z', 20).text).toBe('2026-03-05');
    expect(typeDay('', ' 2026/03/05', 11).text).toBe('2026-03-05');
  });

  it('Backspace removes each key, whatever was typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9./ -]{0,12}$/), (keys) => {
        let text = strike(keys);
        for (let left = text.length; left > 0; left -= 1) {
          const edited = text.slice(0, -1);
          expect(typeDay(text, edited, edited.length)).toEqual({ text: edited, caret: edited.length });
          text = edited;
        }
      }),
    );
  });

  it('is edited at the caret, and the caret does not jump', () => {
    expect(typeDay('2026-03-05', '2025-03-05', 4)).toEqual({ text: '2025-03-05', caret: 4 });
    expect(typeDay('2026-03-05', '202-03-05', 3)).toEqual({ text: '202-03-05', caret: 3 });
    expect(typeDay('202-03-05', '202x-03-05', 4)).toEqual({ text: '202-03-05', caret: 3 });
  });

  it('is padded with zeros', () => {
    expect(['2026-3-5', '2026-03-5', '2026-3-05', '2026-03-05', '2026-3', ''].map(completeDay)).toEqual([
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
      '2026-3',
      '',
    ]);
  });

  it('reports extra text, except separators and a time', () => {
    const whole = [
      '2026-3-5',
      ' 2026/03/05 ',
      '2026.03.05',
      '2026-03-05T10:00:00Z',
      '２０２６٠٣०५',
      '\u200e20260305',
      '',
    ];
    expect(whole.filter(hasMoreThanDay)).toEqual([]);
    const more = ['March 5, 2026', '2026-03-05x', '202603051', '2026-03-05, 2027', '+2026'];
    expect(more.filter((text) => !hasMoreThanDay(text))).toEqual([]);
  });
});
