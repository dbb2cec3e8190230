/**
 * A 64-bit hash of a text in base 36 (two FNV-1a runs with different seeds). Distinguishes plans and visitors in this
 * page's storage. Not cryptographic.
 */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x01000193);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}
