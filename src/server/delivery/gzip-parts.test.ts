import { createGunzip, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipBeginning, gzipEnd } from './gzip-parts.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.string().map((text) => new TextEncoder().encode(text.repeat(2_000))),
);

it('a beginning and any of its ends are one gzip file of both texts', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (first, second, other) => {
      const beginning = gzipBeginning(first);
      for (const end of [second, other]) {
        const read = gunzipSync(Buffer.concat([beginning.bytes, gzipEnd(beginning, end)]));
        expect(read.equals(Buffer.concat([first, end]))).toBe(true);
      }
    }),
  );
});

it('a browser can read the whole beginning before the end arrives', async () => {
  const text = Buffer.from('<p>Loading</p>'.repeat(5_000));
  const gunzip = createGunzip();
  let read = '';
  gunzip.on('data', (part: Buffer) => (read += part.toString()));
  gunzip.write(gzipBeginning(text).bytes);
  await expect.poll(() => read).toBe(text.toString());
  gunzip.destroy();
});

it('an end with another beginning, or without its last byte, is no gzip file', () => {
  const [one, other] = ['one', 'other'].map((text) => gzipBeginning(Buffer.from(text))) as [
    ReturnType<typeof gzipBeginning>,
    ReturnType<typeof gzipBeginning>,
  ];
  const end = gzipEnd(one, Buffer.from('end'));
  expect(() => gunzipSync(Buffer.concat([other.bytes, end]))).toThrow('incorrect data check');
  expect(() => gunzipSync(Buffer.concat([one.bytes, end.subarray(0, -1)]))).toThrow('unexpected end of file');
});
