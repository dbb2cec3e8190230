import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import vectors from '#fixtures/rollout/vectors.json' with { type: 'json' };
import { SEED } from '#tests/property/settings.ts';
import { assign, bucketOf, groupOf, type RolloutRule, EVERYONE } from './assign.ts';
import { isInAudience, STORED_CONDITION } from './audience.ts';

it('the bucket is the first 32 bits of SHA-256(salt:id) modulo 10,000, for any length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (id) => {
      const hash = createHash('sha256').update(`salt:${id}`).digest();
      expect(bucketOf('salt', id)).toBe(hash.readUInt32BE(0) % EVERYONE);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

it('there are at least 200 vectors, with every group among them', () => {
  expect(vectors.buckets.length + vectors.assignments.length).toBeGreaterThanOrEqual(200);
  expect(new Set(vectors.assignments.map(({ group }) => group))).toEqual(
    new Set(['candidate', 'control', 'rest']),
  );
});

it.each(vectors.buckets.map((vector) => [vector.salt, vector.id.slice(0, 20), vector] as const))(
  'bucket of %j and %j',
  (_salt, _id, { salt, id, bucket }) => {
    expect(bucketOf(salt, id)).toBe(bucket);
  },
);

it.each(vectors.assignments.map((vector) => [JSON.stringify(vector), vector] as const))(
  'assignment %s',
  (_title, { id, known, group, ...rule }) => {
    expect(assign(rule as RolloutRule, id, known)).toBe(group);
  },
);

describe('groups', () => {
  it('have the same size on both sides, at every share up to a half', () => {
    for (const basisPoints of [0, 1, 100, 500, 2_000, 5_000]) {
      const groups = Array.from({ length: EVERYONE }, (_, bucket) => groupOf(bucket, basisPoints));
      expect(groups.filter((group) => group === 'candidate')).toHaveLength(basisPoints);
      expect(groups.filter((group) => group === 'control')).toHaveLength(basisPoints);
    }
  });

  it('keep every visitor on their side when the share grows', () => {
    fc.assert(
      fc.property(fc.nat(EVERYONE - 1), fc.nat(EVERYONE), fc.nat(EVERYONE), (bucket, one, other) => {
        const [narrow, wide] = one < other ? [one, other] : [other, one];
        if (groupOf(bucket, narrow) === 'candidate') expect(groupOf(bucket, wide)).toBe('candidate');
        if (wide <= EVERYONE / 2 && groupOf(bucket, narrow) === 'control') {
          expect(groupOf(bucket, wide)).toBe('control');
        }
      }),
      { seed: SEED },
    );
  });
});

describe('a stored condition', () => {
  const meets = (stored: unknown) =>
    isInAudience([v.parse(STORED_CONDITION, stored)], { appVersion: '2.1', language: 'en' });

  it('is applied to the attributes of a visitor', () => {
    expect(meets({ attribute: 'language', oneOf: ['en'] })).toBe(true);
    expect(meets({ attribute: 'appVersion', below: '2.0' })).toBe(false);
  });
  it('matches no visitor if only a newer server knows its kind or attribute', () => {
    expect(meets({ attribute: 'language', startsWith: 'e' })).toBe(false);
    expect(meets({ attribute: 'region', noneOf: ['a'] })).toBe(false);
  });
  it('is refused if it is damaged', () => {
    expect(() => meets({ oneOf: ['en'] })).toThrow('Invalid type');
    expect(() => meets(7)).toThrow('Invalid type');
  });
});
