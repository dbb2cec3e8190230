import { describe, expect, it } from 'vitest';
import { readCountReport } from './read-counts.ts';

const isScreen = (id: string) => id === 'home' || id === 'shelf';
const BATCH = { type: 'counts', release: '0123456789ab', screens: { home: { view: 1 } } };
const read = (change: object) => readCountReport(JSON.stringify({ ...BATCH, ...change }), { isScreen });

describe('a batch of counts', () => {
  it('is read with its group, its token and the time of the first content, and without other members', () => {
    const whole = { ...BATCH, group: 'r-1.candidate', token: 'a.b', contentMs: 1200 };
    expect(read({ ...whole, more: 1 })).toEqual(whole);
  });

  it.each([
    ['the wrong type', { type: 'count' }],
    ['no release', { release: undefined }],
    ['a malformed release hash', { release: '0123456789AB' }],
    ['a group that names no side of a rollout', { group: 'r.other' }],
    ['a token that is not a string', { token: 1 }],
    ['a list in place of the record of screens', { screens: [] }],
    [
      'more than 20 screens',
      { screens: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`screen-${at}`, {}])) },
    ],
  ])('is refused with %s', (_, change) => {
    expect(read(change)).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '"counts"'])('is refused for the body %j', (body) => {
    expect(readCountReport(body, { isScreen })).toBeUndefined();
  });

  it('drops only impossible counts', () => {
    const counts = { view: 100, load: 101, tap: 0, reply: 1.5, script: '1', constructor: 1, other: 1 };
    expect(read({ screens: { home: counts, shelf: 'x', unknown: { view: 1 } }, contentMs: 700_000 })).toEqual(
      {
        ...BATCH,
        screens: { home: { view: 100 }, shelf: {} },
      },
    );
  });
});
