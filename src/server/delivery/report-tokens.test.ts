import { describe, expect, it } from 'vitest';
import type { CountReport, CountTag } from '#src/shared/reports.ts';
import { createReportTokens } from './report-tokens.ts';

const KEY = Buffer.alloc(32, 1);
const TAG: CountTag = { release: '0123456789ab', group: 'first.candidate' };
const START = 1_000 * 60_000;

function begin() {
  let time = START;
  const tokens = createReportTokens(KEY, () => time);
  const issue = (from?: string) => tokens.issue(TAG, from) as CountTag;
  const report = (tag: CountTag, screens: CountReport['screens']): CountReport => ({
    ...{ type: 'counts', ...tag, screens },
  });
  return { tokens, issue, report, wait: (minutes: number) => (time += minutes * 60_000) };
}

describe('counts of a page', () => {
  it('are accepted from a page of a sent document', () => {
    const { tokens, issue, report } = begin();
    const sent = report(issue(), { order: { view: 1, load: 1, render: 1 } });
    expect(tokens.accept(sent)).toEqual(sent);
  });

  it('are accepted by another server of the installation', () => {
    const { issue, report } = begin();
    const other = createReportTokens(KEY, () => START + 30_000);
    expect(other.accept(report(issue(), { order: { view: 1 } }))).toBeDefined();
  });

  it.each<[string, (tag: CountTag) => CountTag]>([
    ['has no token', ({ release, group = '' }) => ({ release, group })],
    ['names the other side of the rollout', (tag) => ({ ...tag, group: 'first.control' })],
    ['names another release', (tag) => ({ ...tag, release: 'ba9876543210' })],
    ['names no side of the rollout', ({ release, token = '' }) => ({ release, token })],
    [
      'has a token that another key signed',
      () => createReportTokens(Buffer.alloc(32, 2), () => START).issue(TAG, '') ?? TAG,
    ],
    ['has a longer token', (tag) => ({ ...tag, token: `${tag.token}A` })],
    ['has a token with a later time', (tag) => ({ ...tag, token: tag.token?.replace(/^\w+/, 'zzzz') ?? '' })],
  ])('are refused if their tag %s', (_title, change) => {
    const { tokens, issue, report } = begin();
    expect(tokens.accept(report(change(issue()), { order: { view: 1 } }))).toBeUndefined();
  });

  it('are refused if the same token is spelled differently, or one document could count twice', () => {
    const { tokens, issue, report } = begin();
    const { token = '', ...tag } = issue();
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = signs
      .split('')
      .filter((last) =>
        tokens.accept(report({ ...tag, token: token.slice(0, -1) + last }, { order: { view: 1 } })),
      );
    expect(accepted).toEqual([token.at(-1)]);
  });

  it('have a unique token for each document, also if many are signed at once', () => {
    const { tokens, issue, report } = begin();
    const asked = Array.from({ length: 1_000 }, () => issue());
    expect(new Set(asked.map(({ token }) => token)).size).toBe(asked.length);
    for (const tag of asked)
      expect(tokens.accept(report(tag, { order: { load: 2 } }))?.screens['order']).toEqual({ load: 1 });
  });

  it('are refused if the token combines the number of one document and the signature of another', () => {
    const { tokens, issue, report } = begin();
    const [one = '', other = ''] = [issue(), issue()].map(({ token }) => token?.split('.')[1]);
    const [number, signature] = [Buffer.from(one, 'base64url'), Buffer.from(other, 'base64url')];
    const mixed = Buffer.concat([number.subarray(0, 8), signature.subarray(8)]).toString('base64url');
    const { token = '', ...tag } = issue();
    const given = { ...tag, token: token.replace(/[^.]+$/, mixed) };
    expect(tokens.accept(report(given, { order: { view: 1 } }))).toBeUndefined();
  });

  it('are refused a day later', () => {
    const { tokens, issue, report, wait } = begin();
    const tag = issue();
    wait(24 * 60);
    expect(tokens.accept(report(tag, { order: { view: 1 } }))).toBeDefined();
    wait(1);
    expect(tokens.accept(report(tag, { order: { view: 1 } }))).toBeUndefined();
  });

  it('are limited for each page, in all its reports together', () => {
    const { tokens, issue, report } = begin();
    const tag = issue();
    const sum: { [kind: string]: number } = {};
    for (let again = 0; again < 50; again += 1) {
      const taken = tokens.accept(report(tag, { order: { view: 9, load: 1, render: 9, tap: 9 } }));
      for (const [kind, count] of Object.entries(taken?.screens['order'] ?? {}))
        sum[kind] = (sum[kind] ?? 0) + count;
    }
    expect(sum).toEqual({ view: 20, load: 1, render: 3, tap: 20 });
  });

  it('are limited to a number of documents per address and minute', () => {
    const { tokens, wait } = begin();
    const asked = Array.from({ length: 40 }, () => tokens.issue(TAG, '203.0.113.7'));
    expect(asked.filter((tag) => tag !== undefined)).toHaveLength(30);
    expect(tokens.issue(TAG, '203.0.113.8')).toBeDefined();
    expect(tokens.issue(TAG, undefined)).toBeDefined();
    wait(1);
    expect(tokens.issue(TAG, '203.0.113.7')).toBeDefined();
  });
});
