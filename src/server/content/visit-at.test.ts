import { describe, expect, it } from 'vitest';
import {
  compileLibrary,
  contractOf,
  type LibraryOptions,
  type ScreenText,
} from '#renderer/grammar/testing.ts';
import { SCREEN_HEADER } from '#src/shared/release.ts';
import { visitAt } from './visit-at.ts';

function visit(address: string, screen: ScreenText = {}, options: LibraryOptions = {}) {
  const { app, plans } = compileLibrary({ routes: ['/shelf'], ...screen }, options);
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error('The shelf has no plan.');
  return visitAt({ app, plan, language: 'en', chrome: 'web' }, new URL(address, 'http://page.example'));
}

const DEVICES = { session: { readerId: { type: 'string' }, deviceId: { type: 'string' } } };

describe('an address with a session', () => {
  it('has the first requests, the parameters and the session that the page reads from it', () => {
    expect(visit('/shelf?cardId=7&readerId=r&branch=north&query=a%20b&other=1')).toEqual({
      params: { cardId: '7', query: 'a b' },
      session: { readerId: 'r', branch: 'north' },
      calls: [
        {
          method: 'GET',
          url: '/api/shelf?cardId=7',
          headers: {
            'X-Requested-With': 'XMLHttpRequest',
            building: '',
            gather: '',
            [SCREEN_HEADER]: 'shelf',
          },
          timeoutMs: 60_000,
        },
      ],
    });
  });

  it('uses the first value of a repeated parameter, and its other names', () => {
    expect(visit('/shelf?card=7&card=8&readerId=r&readerId=s')).toMatchObject({
      params: { cardId: '7' },
      calls: [{ url: '/api/shelf?cardId=7' }],
    });
  });

  it('names its device if calls send it', () => {
    const app = { app: DEVICES };
    expect(visit('/shelf?cardId=7&readerId=r', {}, app)).toBeUndefined();
    expect(visit('/shelf?cardId=7&readerId=r&deviceId=', {}, app)).toBeUndefined();
    expect(visit('/shelf?cardId=7&readerId=r&deviceId=d', {}, app)?.session).toEqual({
      readerId: 'r',
      deviceId: 'd',
    });
  });
});

describe('nothing is read for', () => {
  it.each([
    ['an address without a session', '/shelf?cardId=7'],
    ['an empty session', '/shelf?cardId=7&readerId='],
    ['an address without a required parameter', '/shelf?readerId=r'],
    ['an empty required parameter', '/shelf?cardId=&readerId=r'],
    ['another screen', '/book?isbn=1&cardId=7&readerId=r'],
    ['an unknown path', '/Shelf?cardId=7&readerId=r'],
  ])('%s', (_, address) => {
    expect(visit(address)).toBeUndefined();
  });

  it('a screen without data', () => {
    expect(visit('/shelf?cardId=7&readerId=r', { data: {} })).toBeUndefined();
  });

  it('an app without sessions', () => {
    expect(visit('/shelf?cardId=7&readerId=r', {}, { app: { signedIn: [] } })).toBeUndefined();
  });

  it('a request that the page must not send in advance', () => {
    const endpoints = { shelf: { ...contractOf('shelf'), prefetch: false } };
    expect(visit('/shelf?cardId=7&readerId=r', {}, { endpoints })).toBeUndefined();
  });
});
