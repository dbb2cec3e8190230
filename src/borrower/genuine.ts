import { NAME_BYTES } from '#src/shared/release.ts';
import { sha256 } from './sha256.ts';

/** The hash of these bytes, which names plans, releases and stored documents. */
export async function nameOf(bytes: ArrayBuffer): Promise<string> {
  // Web Crypto exists only in secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const hash = subtle ? await subtle.digest('SHA-256', bytes) : sha256(new Uint8Array(bytes));
  const signs = String.fromCharCode(...new Uint8Array(hash, 0, NAME_BYTES));
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_');
}
