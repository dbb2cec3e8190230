import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** What one hash costs: N blocks of 128·r bytes, p times. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB and about 0.2 s of one core, off the main thread: what OWASP asks of scrypt at this size. */
const COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const WRITTEN = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** Long enough that nobody needs to be told which signs it must have. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 200;

/** @returns why nobody should have this password; undefined for a good one. */
export function findPasswordFault(password: string, name: string): string | undefined {
  if (password.length < SHORTEST_PASSWORD) return `A password has ${SHORTEST_PASSWORD} signs or more.`;
  if (password.length > LONGEST_PASSWORD) return `A password has ${LONGEST_PASSWORD} signs at most.`;
  const plain = password.toLowerCase();
  const own = name.split('@')[0] ?? name;
  if (own.length > 3 && plain.includes(own)) return 'Your own name is no part of a good password.';
  if (new Set(plain).size < 5) return 'A password of so few different signs is soon found.';
  return undefined;
}

/** @returns the hash with everything by which it was made. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long for somebody who is not there, or has no password: nobody learns by waiting who works here. */
export async function isPassword(password: string, written: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = WRITTEN.exec(written ?? '') ?? [];
  const isKnown = N !== undefined;
  const cost = isKnown ? { N: Number(N), r: Number(r), p: Number(p) } : COST;
  const right = isKnown ? Buffer.from(key, 'base64url') : randomBytes(KEY_BYTES);
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(given, right) && isKnown;
}

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  // As one person types it on one machine and another types it on another.
  const text = password.normalize('NFKC').slice(0, LONGEST_PASSWORD);
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
