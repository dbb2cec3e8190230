import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for headers, cookies and addresses. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of such a secret: nobody finds 256 random bits again, so it needs no slow hash. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a text can be one. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
