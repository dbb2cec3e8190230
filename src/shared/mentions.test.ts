import { describe, expect, it } from 'vitest';
import { findMentions } from './mentions.ts';

const STAFF = ['ana', 'ana.cruz', 'ben@lender.ph', 'ma', 'ank', 'ka'];
const namesIn = (text: string) => findMentions(text, (name) => STAFF.includes(name)).map(({ name }) => name);

describe('mentions in a text', () => {
  it.each([
    ['@ana, look', ['ana']],
    ['Is it so, @ana?', ['ana']],
    ['Ask @ana.cruz.', ['ana.cruz']],
    ['Ask @ana.', ['ana']],
    ['@Ana and @ben@lender.ph: yes', ['ana', 'ben@lender.ph']],
    ['(@ma)', ['ma']],
    ['@ana@ana', []],
    ['@nobody', []],
    ['write to hello@ma', []],
    ['@maria', []],
    ['@', []],
    // Characters that become ASCII letters in lower case.
    ['@an\u212A @\u212Aa @m\u0410 @\uFF41na', []],
  ])('in "%s" are %j', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('have positions that can be marked', () => {
    expect(findMentions('So, @ana.', (name) => name === 'ana')).toEqual([{ from: 4, to: 8, name: 'ana' }]);
  });
});
