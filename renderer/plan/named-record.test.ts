import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { INTENT_RECORD } from '../runtime/intent-record.ts';
import { namedRecord } from './named-record.ts';

const DROPPED = ['__proto__', 'constructor', 'prototype'];

describe('namedRecord', () => {
  it.each(DROPPED)('refuses a name that valibot would drop: %s', (name) => {
    const { success } = v.safeParse(namedRecord(v.string()), JSON.parse(`{ "home": "a", "${name}": "b" }`));
    expect(success).toBe(false);
  });

  it('accepts every other name, and refuses everything that is not such a record', () => {
    const names = { home: 'a', toString: 'b', hasOwnProperty: 'c' };
    expect(v.parse(namedRecord(v.string()), names)).toEqual(names);
    for (const other of [null, 'a', 1, { home: 1 }])
      expect(v.safeParse(namedRecord(v.string()), other).success).toBe(false);
  });

  it.each(DROPPED)('makes the record of a sent request unreadable with %s', (name) => {
    const intent = (request: string): unknown =>
      JSON.parse(
        `{ "owner": "o", "intent": "i", "key": "k", "path": "/", "ask": { "endpoint": "e", "request": ${request} } }`,
      );
    expect(v.safeParse(INTENT_RECORD, intent('{}')).success).toBe(true);
    expect(v.safeParse(INTENT_RECORD, intent(`{ "${name}": "b" }`)).success).toBe(false);
  });
});
