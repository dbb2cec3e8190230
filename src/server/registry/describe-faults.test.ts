import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { describeFaults } from './describe-faults.ts';
import { OPERATIONS } from './operations.ts';

const ajv = new Ajv({ allErrors: true, strict: true, formats: {}, verbose: true });

function faultsOf(schema: object, value: unknown): string {
  const check = ajv.compile(schema);
  check(value);
  return describeFaults('body', check.errors);
}

/** Wrong in as many ways as a schema of these operations can say. */
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

describe('a request that the API does not take is refused in sentences', () => {
  it('a reason of two letters: how many it needs', () => {
    const publish = OPERATIONS.find(({ path }) => path.endsWith('/publish'));
    expect(faultsOf(publish?.body ?? {}, { reason: 'go' })).toBe(
      '"reason" is too short: write at least 3 characters.',
    );
    expect(faultsOf(publish?.body ?? {}, {})).toBe('The body lacks "reason".');
    expect(faultsOf(publish?.body ?? {}, { reason: 'Clearer words', why: 1 })).toBe(
      'The body has "why", which is not known here.',
    );
  });

  it.each(
    OPERATIONS.filter(({ body }) => body !== undefined).map(({ id, body = {} }) => [id, body] as const),
  )('%s: every wrong member, without a word of the validator and without the value', (_id, body) => {
    const { properties = {} } = body as { properties?: object };
    const wrong = Object.keys(properties).flatMap((name) => WRONG.map((value) => ({ [name]: value })));
    for (const value of [...WRONG, ...wrong]) {
      const said = faultsOf(body, value);
      expect(said).not.toMatch(/\bmust (?:NOT|have|be|match)\b|schema|canary"? is/);
      if (said !== '') expect(said).toMatch(/^[T"].*[.)$\]}]$/s);
    }
  });
});
