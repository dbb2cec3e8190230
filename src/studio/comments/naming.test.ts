import { describe, expect, it } from 'vitest';
import { nameBefore, offerNames } from './naming.ts';

describe('nameBefore and offerNames', () => {
  it.each([
    ['Look, @be', { from: 6, begun: 'be' }],
    ['@', { from: 0, begun: '' }],
    ['@Ben@lender', { from: 0, begun: 'ben@lender' }],
    ['(@b', { from: 1, begun: 'b' }],
    ['hello@b', undefined],
    ['@ben ', undefined],
    ['Look', undefined],
  ])('in "%s" is %j', (text, expected) => {
    expect(nameBefore(text, text.length)).toEqual(expected);
  });

  it('reads only the text before the caret', () => {
    expect(nameBefore('@benny', 3)).toEqual({ from: 0, begun: 'be' });
  });

  it('suggests names that begin with the text first, then names that contain it', () => {
    const colleagues = ['ana', 'ben', 'ruben', 'zoe'];
    expect(offerNames(colleagues, { from: 0, begun: 'ben' })).toEqual(['ben', 'ruben']);
    expect(offerNames(colleagues, { from: 0, begun: '' })).toEqual(colleagues);
    expect(offerNames(colleagues, { from: 0, begun: 'x' })).toEqual([]);
  });
});
