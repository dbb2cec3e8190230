import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest.ts';

describe('language 1: a problem names the nearest right name, where there is one', () => {
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

  it('of equally near names gives the first', () => {
    expect(nearestName('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('puts it as a question, or says nothing', () => {
    expect(didYouMean('ammount', ['amount'])).toBe('did you mean "amount"?');
    expect(didYouMean('zzzzzz', ['amount'])).toBeUndefined();
  });
});
