const ABSOLUTE = /^https?:\/\/[^\s/\\?#@]+([/?#][^\s\\]*)?$/i;
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** `#/path` of old links, `path?name=value` and `?name=value`. A single word or a file name is no address. */
const REFERENCE = /^(#\/|([\w-]+(\/[\w-]+)*)?\?[\w.~%-]+=)[^\s\\]*$/;

/**
 * Whether a text is a valid Url: http or https with a host and without credentials, or an address on our own
 * origin. `javascript:`, `data:`, `//host`, backslashes and control characters are not allowed.
 */
export function isUrl(text: string): boolean {
  if (hasControl(text)) return false;
  if (OWN_PATH.test(text) || REFERENCE.test(text)) return true;
  if (!ABSOLUTE.test(text)) return false;
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}

/**
 * Browsers drop some control characters when they parse an address, so the opened address would differ from
 * the checked one.
 */
function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}
