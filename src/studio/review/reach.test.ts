import { describe, expect, it } from 'vitest';
import type { WeeklyVisitors } from '#src/shared/registry/weekly-visitors.ts';
import { describeReach } from './reach.tsx';

const PLAIN: WeeklyVisitors = { days: 7, visitors: [{ attributes: { language: 'en-PH' }, count: 41_263 }] };

describe('describeReach', () => {
  it('counts all visitors of the week for a share of everyone', () => {
    expect(describeReach(PLAIN, 1_000, [])).toBe(
      'About 4,100 of 41,000 weekly borrowers. A larger share keeps the same ones.',
    );
  });

  it('counts only the audience, as far as attributes are known', () => {
    const visitors = [
      { attributes: { product: '1203' }, count: 800 },
      { attributes: { product: '1204' }, count: 4_000 },
      // Visitors whose attributes are not known.
      { attributes: {}, count: 200 },
    ];
    expect(describeReach({ days: 7, visitors }, 1_000, [{ attribute: 'product', oneOf: ['1203'] }])).toMatch(
      /^About 80 of 800 that are meant, among 5,000 weekly borrowers\./,
    );
    expect(describeReach({ days: 7, visitors }, 1_000, [{ attribute: 'product', oneOf: [] }])).toBe(
      'None of 5,000 weekly borrowers was among them.',
    );
  });

  it('names the number of days if it is less than a week, and says that no visitor was counted', () => {
    expect(describeReach({ ...PLAIN, days: 2 }, 1_000, [])).toContain(
      'of 41,000 borrowers of the last 2 days',
    );
    const few: WeeklyVisitors = { days: 1, visitors: [{ attributes: {}, count: 4 }] };
    expect(describeReach(few, 1_000, [])).toMatch(/^Hardly anybody of 4 borrowers of today\./);
    expect(describeReach({ days: 0, visitors: [] }, 1_000, [])).toBe(
      'No borrowers were counted yet, so their number is unknown.',
    );
  });
});
