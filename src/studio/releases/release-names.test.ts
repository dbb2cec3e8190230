import { expect, it } from 'vitest';
import { nameReleases } from './release-names.ts';

const MINUTE = 60_000;

it('a release is named by its reason; equal names get the time, then the hash', () => {
  const named = nameReleases([
    { hash: 'aaaaaaaa1', reason: 'Clearer words', at: 0 },
    { hash: 'bbbbbbbb1', reason: 'Shorter', at: 0 },
    { hash: 'cccccccc1', reason: ' Shorter ', at: MINUTE },
    { hash: 'dddddddd1', reason: 'Shorter', at: MINUTE },
    { hash: 'eeeeeeee1', reason: 'x'.repeat(200), at: 0 },
  ]);
  expect(named.get('aaaaaaaa1')).toBe('“Clearer words”');
  expect(named.get('bbbbbbbb1')).toMatch(/^“Shorter” of Jan 1, 1970, 8:00\sAM in Manila$/);
  expect(named.get('cccccccc1')).toMatch(/^“Shorter” of Jan 1, 1970, 8:01\sAM in Manila, cccccccc$/);
  expect(new Set(named.values()).size).toBe(5);
  expect(named.get('eeeeeeee1')).toMatch(/^“x{60}…”$/);
});
