import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest.ts';

describe('language 1: a problem suggests the nearest known name, if there is one', () => {
  it.each([
    ['ammount', ['text', 'amount', 'image'], 'amount'],
    ['txet', ['text', 'item'], 'text'],
    ['Text', ['text'], 'text'],
    ['shelff', ['shelf', 'order'], 'shelf'],
    ['visbleWhen', ['visibleWhen', 'enabledWhen'], 'visibleWhen'],
    ['isbm', ['isbn', 'id'], 'isbn'],
    ['zzzzzz', ['text', 'amount'], undefined],
    ['a', ['b'], undefined],
    ['to', ['do', 'at'], 'do'],
    ['anything', [], undefined],
  ])('%s among %j is %s', (name, candidates, expected) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });

  it('returns the first of equally near names', () => {
    expect(nearestName('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('suggests the name in a question, or returns nothing', () => {
    expect(didYouMean('ammount', ['amount'])).toBe('did you mean "amount"?');
    expect(didYouMean('zzzzzz', ['amount'])).toBeUndefined();
  });
});
