const ABSOLUTE = /^https?:\/\/[^\s/\\?#@]+([/?#][^\s\\]*)?$/i;
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** `#/path` of old links, `path?name=value` and `?name=value`: a bare word or a file name is no address. */
const REFERENCE = /^(#\/|([\w-]+(\/[\w-]+)*)?\?[\w.~%-]+=)[^\s\\]*$/;

/**
 * What counts as a Url: http or https with a host and without credentials, or an address of our own
 * origin. `javascript:`, `data:`, `//host`, backslashes and control characters do not.
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

/** Browsers drop some of these while parsing an address, so that what was checked is not what is opened. */
function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}
