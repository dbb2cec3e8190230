import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMac } from './mac.ts';

it.each([0, 16, 64, 65, 200])("with a key of %i bytes every text has Node's HMAC", (length) => {
  const key = Buffer.alloc(length, 'key');
  for (const bytes of [16, 32]) {
    const mac = createMac(key, bytes);
    for (const text of ['', 'a', 'é€😀', 'x'.repeat(3_000), 'after a longer one']) {
      const whole = createHmac('sha256', key).update(text).digest();
      expect(mac(text)).toBe(whole.toString('base64url', 0, bytes));
    }
  }
});
