import { describe, expect, it } from 'vitest';
import { type DayVisitor, readDayVisitor, WEEK_DAYS } from '../delivery/day-visitor.ts';
import type { Visitor } from '../delivery/visitor.ts';
import type { Attributes } from '#src/shared/rollout/audience.ts';
import { randomOf } from './simulation.ts';
import { onBothEngines } from './testing.ts';
import { createVisitorBuffer, readWeeklyVisitors } from './visitors.ts';

const DAY = 24 * 60 * 60_000;
const NOON = 20_000 * DAY + DAY / 2;

/** A browser: it keeps cookies until they expire, and sends Sec-Fetch-Dest if it supports that. */
class Browser {
  #cookies = new Map<string, { value: string; until: number }>();
  readonly #id: string;
  readonly #attributes: Attributes;

  constructor(name: number, attributes: Attributes = {}) {
    this.#id = `visitor-${name}`.padEnd(22, '0');
    this.#attributes = attributes;
  }

  open(now: number, headers: { readonly [name: string]: string } = { 'sec-fetch-dest': 'document' }) {
    const cookie = [...this.#cookies]
      .filter(([, { until }]) => until > now)
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const visitor: Visitor = { id: this.#id, attributes: this.#attributes };
    const given = new Headers({ ...headers, cookie });
    const came = readDayVisitor(visitor, { header: (name) => given.get(name) ?? undefined }, now);
    this.keep('capiz-visitor', this.#id, now + 180 * DAY);
    const [, name = '', value = '', age] =
      /^([\w-]+)=(\d+); Path=\/; Max-Age=(\d+);/.exec(came?.cookie ?? '') ?? [];
    if (came !== undefined) this.keep(name, value, now + Number(age) * 1_000);
    return came;
  }

  keep(name: string, value: string, until: number): void {
    this.#cookies.set(name, { value, until });
  }
}

describe('a daily visitor', () => {
  it('is counted at the first page of a day, with the number of days since the last visit', () => {
    const browser = new Browser(1, { product: '77', appVersion: '2.4.0' });
    const first = browser.open(NOON);
    expect(first).toMatchObject({ day: 20_000, away: WEEK_DAYS });
    // The attributes have one order, whatever their order in the address.
    expect(JSON.stringify(first?.attributes)).toBe('{"appVersion":"2.4.0","product":"77"}');
    expect(browser.open(NOON + 1)).toBeUndefined();
    expect(browser.open(NOON + 2 * DAY)).toMatchObject({ day: 20_002, away: 2 });
    expect(browser.open(NOON + 30 * DAY)).toMatchObject({ away: WEEK_DAYS });
  });

  it('is not counted without a returned cookie; a browser without Sec-Fetch-Dest is counted at its second page', () => {
    expect(new Browser(1).open(NOON, {})).toBeUndefined();
    const old = new Browser(2);
    expect([old.open(NOON, {}), old.open(NOON + 1, {})?.away]).toEqual([undefined, WEEK_DAYS]);
  });

  it('is counted as new if the cookie has an invalid value', () => {
    const written = ['30000', '-3', 'x', '99999999999'];
    const away = written.map((value) => {
      const browser = new Browser(1);
      browser.keep('capiz-seen', value, Number.POSITIVE_INFINITY);
      return browser.open(NOON)?.away;
    });
    expect(away).toEqual(written.map(() => WEEK_DAYS));
  });
});

function came(more: Partial<DayVisitor> = {}): DayVisitor {
  return { day: 20_000, away: WEEK_DAYS, attributes: {}, cookie: '', ...more };
}

onBothEngines('weekly visitors', ({ database }) => {
  const read = (now: number) => readWeeklyVisitors(database().queries, now);

  it('are counted once in any seven days', async () => {
    const random = randomOf(7);
    const buffer = createVisitorBuffer(database());
    const browsers = Array.from({ length: 60 }, (_, name) => ({
      browser: new Browser(name, { product: name % 3 === 0 ? '77' : '78' }),
      product: name % 3 === 0 ? '77' : '78',
      // Probability that the browser opens a page: from daily visitors to rare ones.
      often: random() ** 2,
      days: new Set<number>(),
    }));
    for (let day = 0; day < 20; day += 1) {
      for (const one of browsers) {
        for (let page = 0; page < 3; page += 1) {
          if (random() > one.often) continue;
          one.days.add(day);
          const visitor = one.browser.open(NOON + day * DAY + page);
          if (visitor !== undefined) buffer.add(visitor);
        }
      }
      await buffer.flush();
      const week = Array.from({ length: Math.min(WEEK_DAYS, day + 1) }, (_, back) => day - back);
      const expected = ['77', '78'].map((product) => ({
        attributes: { product },
        count: browsers.filter((one) => one.product === product && week.some((each) => one.days.has(each)))
          .length,
      }));
      expect(await read(NOON + day * DAY)).toEqual({ days: week.length, visitors: expected });
    }
  });

  it('are zero without counts, and again a week after the last count', async () => {
    expect(await read(NOON)).toEqual({ days: 0, visitors: [] });
    const buffer = createVisitorBuffer(database());
    buffer.add(came());
    await buffer.flush();
    expect((await read(NOON + 6 * DAY)).visitors).toEqual([{ attributes: {}, count: 1 }]);
    expect(await read(NOON + 7 * DAY)).toEqual({ days: WEEK_DAYS, visitors: [] });
  });

  it('are the sum over all servers whose write succeeded', async () => {
    const [one, other] = [createVisitorBuffer(database()), createVisitorBuffer(database())];
    one.add(came());
    other.add(came());
    const lost = createVisitorBuffer({ ...database(), write: () => Promise.reject(new Error('gone')) });
    lost.add(came());
    await expect(lost.flush()).rejects.toThrow('gone');
    await Promise.all([one.flush(), other.flush()]);
    await one.flush();
    expect((await read(NOON)).visitors).toEqual([{ attributes: {}, count: 2 }]);
  });

  it('with too many different attributes are counted together', async () => {
    const buffer = createVisitorBuffer(database());
    for (let at = 0; at < 1_500; at += 1) buffer.add(came({ attributes: { product: `p${at}` } }));
    await buffer.flush();
    const { visitors } = await read(NOON);
    expect(visitors.length).toBe(1_001);
    expect(visitors.find(({ attributes }) => attributes.product === undefined)?.count).toBe(500);
  });
});
