import { escapePattern } from '../../plan/escape-pattern.ts';

/** Prefix of the names of values that are passed to or returned by native methods. */
export const BRIDGE = 'bridge.';

/** The name of a document in messages and exceptions: `order`, `parts/payment-channels`, `app`. */
export function ownerOf(file: string): string {
  return file.replace(/^.*?screens\//, '').replace(/(?:\.screen|\.part)?\.json$/, '');
}

/** Matches a name in an exception of the flow check: `order.params.orderId`, `order image.src https://host`. */
export function inFlow(name: string): RegExp {
  return new RegExp(`(^| )${escapePattern(name)}(?=$|[. [])`);
}
