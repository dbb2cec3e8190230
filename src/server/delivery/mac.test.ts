import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMac } from './mac.ts';

it.each([0, 16, 64, 65, 200])("with a key of %i bytes every text has Node's HMAC", (bytes) => {
  const key = Buffer.alloc(bytes, 'key');
  const mac = createMac(key);
  for (const text of ['', 'a', 'é€😀', 'x'.repeat(3_000), 'after a longer one'])
    expect(mac(text).toString('hex')).toBe(createHmac('sha256', key).update(text).digest('hex'));
});
