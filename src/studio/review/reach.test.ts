import { describe, expect, it } from 'vitest';
import type { WeeklyVisitors } from '#src/shared/registry/weekly-visitors.ts';
import { describeReach } from './reach.tsx';

const PLAIN: WeeklyVisitors = { days: 7, visitors: [{ attributes: { language: 'en-PH' }, count: 41_263 }] };

describe('how many borrowers a share is', () => {
  it('is said as far as it can be known, of everybody of the week', () => {
    expect(describeReach(PLAIN, 1_000, [])).toBe(
      'About 4,100 of 41,000 weekly borrowers. A larger share keeps the same ones.',
    );
  });

  it('is said of whom it is meant for', () => {
    const visitors = [
      { attributes: { product: '1203' }, count: 800 },
      { attributes: { product: '1204' }, count: 4_000 },
      // Of these it is not known.
      { attributes: {}, count: 200 },
    ];
    expect(describeReach({ days: 7, visitors }, 1_000, [{ attribute: 'product', oneOf: ['1203'] }])).toMatch(
      /^About 80 of 800 that are meant, among 5,000 weekly borrowers\./,
    );
    expect(describeReach({ days: 7, visitors }, 1_000, [{ attribute: 'product', oneOf: [] }])).toBe(
      'None of 5,000 weekly borrowers was among them.',
    );
  });

  it('names the days where there are fewer, and does not make something of nothing', () => {
    expect(describeReach({ ...PLAIN, days: 2 }, 1_000, [])).toContain(
      'of 41,000 borrowers of the last 2 days',
    );
    const few: WeeklyVisitors = { days: 1, visitors: [{ attributes: {}, count: 4 }] };
    expect(describeReach(few, 1_000, [])).toMatch(/^Hardly anybody of 4 borrowers of today\./);
    expect(describeReach({ days: 0, visitors: [] }, 1_000, [])).toBe(
      'Nobody was counted yet: how many borrowers it is cannot be said.',
    );
  });
});
