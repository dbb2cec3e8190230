import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for headers, cookies and addresses. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a secret: 256 random bits cannot be guessed, so it needs no slow hash. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a text has the format of a secret. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
