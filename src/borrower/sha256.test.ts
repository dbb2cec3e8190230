import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { nameOf } from './genuine.ts';
import { sha256 } from './sha256.ts';

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 131 + length) % 256);

afterEach(() => void vi.unstubAllGlobals());

it('our SHA-256 equals that of node:crypto for inputs below, at and above the block length', () => {
  const lengths = [...Array.from({ length: 140 }, (_, at) => at), 1_000, 65_537];
  const wrong = lengths.filter((length) => {
    const bytes = bytesOf(length);
    return Buffer.from(sha256(bytes)).toString('hex') !== createHash('sha256').update(bytes).digest('hex');
  });
  expect(wrong).toEqual([]);
});

it('nameOf returns the same name if the browser has no crypto.subtle', async () => {
  const { buffer } = bytesOf(300);
  const name = await nameOf(buffer);
  expect(name).toBe(createHash('sha256').update(bytesOf(300)).digest().subarray(0, 12).toString('base64url'));
  vi.stubGlobal('crypto', {});
  expect(await nameOf(buffer)).toBe(name);
});
