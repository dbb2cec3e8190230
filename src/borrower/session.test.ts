import { describe, expect, it } from 'vitest';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { readVisitor } from './session.ts';

const text = (...wire: string[]) => ({ wire, shape: { type: 'text' as const } });
const app = {
  session: { userId: text('userId'), fee: text('fee') },
  carried: { branch: text('branch', 'branch_id') },
  belongs: { branch: ['fee'] },
} as unknown as AppPlan;

/** A tab's storage, in which several addresses are opened one after the other. */
function tab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as unknown as Storage;
  const read = (search: string, hash = '') => readVisitor(app, { pathname: '/shelf', search, hash }, storage);
  return Object.assign((search: string) => read(search).session, {
    isFromQuery: (search: string, hash?: string) => read(search, hash).isFromQuery,
  });
}

describe('a stored session that is damaged', () => {
  it.each(['', 'null', '[]', '{"userId":', '{"userId":7}', '{"userId":{"__proto__":"u1"}}'])(
    'is ignored: %j',
    (damaged) => {
      const storage = { getItem: () => damaged, setItem: () => undefined } as unknown as Storage;
      const address = { pathname: '/shelf', search: '?fee=500', hash: '' };
      expect(readVisitor(app, address, storage).session).toEqual({ fee: '500' });
    },
  );
});

describe('session parameters that belong to a carried parameter', () => {
  it('stay while the address has the same value of the carried parameter, or no value', () => {
    const open = tab();
    open('?userId=u1&branch=a&fee=500');
    expect(open('?branch=a')).toEqual({ userId: 'u1', fee: '500' });
    expect(open('')).toEqual({ userId: 'u1', fee: '500' });
    expect(open('?branch_id=a')).toEqual({ userId: 'u1', fee: '500' });
  });

  it('are removed when the address has another value of the carried parameter, unless the address contains them', () => {
    const open = tab();
    open('?userId=u1&branch=a&fee=500');
    expect(open('?branch=b')).toEqual({ userId: 'u1' });
    expect(open('?branch=c&fee=700')).toEqual({ userId: 'u1', fee: '700' });
    expect(open('?branch=c')).toEqual({ userId: 'u1', fee: '700' });
  });

  it('are removed when the address names another visitor', () => {
    const open = tab();
    open('?userId=u1&branch=a&fee=500');
    expect(open('?userId=u2&branch=a')).toEqual({ userId: 'u2' });
  });
});

it('a visitor is not from the query if the tab has other values of the session', () => {
  const { isFromQuery } = tab();
  const searches = [
    '?userId=u1&fee=500',
    '?userId=u1&fee=700',
    '?userId=u1',
    '',
    '?userId=u2',
    '?fee=500&userId=u2',
  ];
  expect(searches.map((search) => isFromQuery(search))).toEqual([true, true, false, false, true, true]);
});

it('a visitor is not from the query if an old link names the screen', () => {
  expect(tab().isFromQuery('?userId=u1', '#/shelf?userId=u1')).toBe(false);
  expect(tab().isFromQuery('?userId=u1', '#top')).toBe(true);
});
