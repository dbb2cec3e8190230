import { NAME_BYTES } from '#src/shared/release.ts';
import { sha256 } from './sha256.ts';

/** The name that these bytes have: plans, releases and what is kept are called by it. */
export async function nameOf(bytes: ArrayBuffer): Promise<string> {
  // Outside of secure contexts browsers have none of their own.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const hash = subtle ? await subtle.digest('SHA-256', bytes) : sha256(new Uint8Array(bytes));
  const signs = String.fromCharCode(...new Uint8Array(hash, 0, NAME_BYTES));
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_');
}
