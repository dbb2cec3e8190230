/** Begins the names of what is given to the shell, and comes from it. */
export const BRIDGE = 'bridge.';

/** As a document is called in messages and exceptions: `order`, `parts/payment-channels`, `app`. */
export function ownerOf(file: string): string {
  return file.replace(/^.*?screens\//, '').replace(/(?:\.screen|\.part)?\.json$/, '');
}
