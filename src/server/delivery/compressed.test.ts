import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressNow, compressOnDemand, respond } from './compressed.ts';

const text = Array.from({ length: 4_000 }, (_, at) => `${at % 97} of ${at % 89}`).join('\n');
const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

it('what many ask for is made when the first asks, and smaller for those who come later', async () => {
  const content = compressOnDemand(text);
  const first = content.br ?? new Uint8Array();
  expect(plain(brotliDecompressSync(first))).toBe(text);
  await expect.poll(() => content.br?.length).toBeLessThan(first.length);
  expect(plain(brotliDecompressSync(content.br ?? new Uint8Array()))).toBe(text);
  expect(plain(gunzipSync(content.gzip ?? new Uint8Array()))).toBe(text);
  expect(content.br).toBe(content.br);
  expect(content.tag).toMatch(/^W\/"[\w-]{22}"$/);
});

it('what one asks for is compressed for that answer, and has no name', () => {
  const content = compressNow(text);
  expect(plain(brotliDecompressSync(content.br ?? new Uint8Array()))).toBe(text);
  expect(content.tag).toBeUndefined();
});

it('nobody is sent what they did not accept, and short answers are left alone', () => {
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
