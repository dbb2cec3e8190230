/** Prefix of the names of values that are passed to or returned by native methods. */
export const BRIDGE = 'bridge.';

/** The name of a document in messages and exceptions: `order`, `parts/payment-channels`, `app`. */
export function ownerOf(file: string): string {
  return file.replace(/^.*?screens\//, '').replace(/(?:\.screen|\.part)?\.json$/, '');
}
