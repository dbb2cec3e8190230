import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describeFaults } from '#src/shared/describe-faults.ts';
import { OPERATIONS } from './operations.ts';

function faultsOf(schema: v.GenericSchema, value: unknown): string {
  return describeFaults('body', v.safeParse(schema, value).issues ?? []);
}

/** Values that are wrong in every way that a schema of these operations can detect. */
const WRONG = [
  '',
  'canary',
  -1,
  1e9,
  true,
  null,
  [],
  ['canary', 'canary'],
  {},
  { member: 1 },
  'x'.repeat(9_999),
];

describe('describes an invalid request in sentences', () => {
  it('with the minimum length of a text, and with the name of a missing or unknown member', () => {
    const publish = OPERATIONS.find(({ path }) => path.endsWith('/publish'));
    const body = publish?.body ?? v.never();
    expect(faultsOf(body, { reason: 'go' })).toBe('"reason" is too short: write at least 3 characters.');
    expect(faultsOf(body, {})).toBe('The body lacks "reason".');
    expect(faultsOf(body, { reason: 'Clearer words', why: 1 })).toBe('The body has "why", which is unknown.');
  });

  it.each(OPERATIONS.flatMap(({ id, body }) => (body === undefined ? [] : [[id, body] as const])))(
    "%s: without the validator's words and without the value of the wrong member",
    (_id, body) => {
      const { properties = {} } = toJsonSchema(body, { errorMode: 'ignore' });
      const wrong = Object.keys(properties).flatMap((name) => WRONG.map((value) => ({ [name]: value })));
      for (const value of [...WRONG, ...wrong]) {
        const said = faultsOf(body, value);
        expect(said).not.toMatch(/\b(?:Invalid|Expected|received|undefined|schema)\b|canary"? is/);
        if (said !== '') expect(said).toMatch(/^[T"].*[.)$\]}]$/s);
      }
    },
  );
});
