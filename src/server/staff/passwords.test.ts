import { expect, it } from 'vitest';
import { findPasswordFault, hashPassword, isPassword } from './passwords.ts';

const GOOD = 'seven boats on the river';

it('a password is kept as a salted hash with what it cost', async () => {
  const cheap = { N: 1024, r: 8, p: 1 };
  const [one, two] = [await hashPassword(GOOD, cheap), await hashPassword(GOOD, cheap)];
  expect(one).toMatch(/^scrypt\$1024\$8\$1\$/);
  expect(one).not.toBe(two);
  expect([await isPassword(GOOD, one), await isPassword(GOOD, two), await isPassword('x', one)]).toEqual([
    true,
    true,
    false,
  ]);
  // Composed and decomposed letters are the same to whoever types them.
  expect(await isPassword('se\u0303n\u0303or', await hashPassword('s\u1EBD\u00F1or', cheap))).toBe(true);
  expect(await isPassword('', null)).toBe(false);
});

it.each([
  ['short', 'eleven sign'],
  ['of one sign', 'aaaaaaaaaaaaaaaa'],
  ['the own name', 'anabella rules the sea'],
  ['endless', 'a b c d e f '.repeat(20)],
])('a password that is %s is refused', (_title, password) => {
  expect(findPasswordFault(password, 'anabella@example.com')).toMatch(/password/);
  expect(findPasswordFault(GOOD, 'anabella@example.com')).toBeUndefined();
});
