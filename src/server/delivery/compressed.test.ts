import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressNow, compressOnDemand, respond } from './compressed.ts';

const text = Array.from({ length: 4_000 }, (_, at) => `${at % 97} of ${at % 89}`).join('\n');
const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

it('compresses shared content at its first request, and compresses it better for later requests', async () => {
  const content = compressOnDemand(text);
  const first = content.br ?? new Uint8Array();
  expect(plain(brotliDecompressSync(first))).toBe(text);
  await expect.poll(() => content.br?.length).toBeLessThan(first.length);
  expect(plain(brotliDecompressSync(content.br ?? new Uint8Array()))).toBe(text);
  expect(plain(gunzipSync(content.gzip ?? new Uint8Array()))).toBe(text);
  expect(content.br).toBe(content.br);
  expect(content.tag).toMatch(/^W\/"[\w-]{22}"$/);
});

it('compresses a single response once, without an ETag', () => {
  const content = compressNow(text);
  expect(plain(brotliDecompressSync(content.br ?? new Uint8Array()))).toBe(text);
  expect(content.tag).toBeUndefined();
});

it('sends only accepted encodings, and leaves short responses uncompressed', () => {
  const encodingOf = (content: string, accepted: string) =>
    respond(
      new Request('http://a.example/', { headers: { 'Accept-Encoding': accepted } }),
      compressOnDemand(content),
      200,
      {},
    ).headers.get('Content-Encoding');
  expect(encodingOf(text, 'gzip, br')).toBe('br');
  expect(encodingOf(text, 'gzip, br;q=0')).toBe('gzip');
  expect(encodingOf(text, 'deflate')).toBeNull();
  expect(encodingOf('short', 'gzip, br')).toBeNull();
});
