import type { ErrorKind } from './problem.ts';

/** The rejection of `send`. `sent` is false only if nothing has left the device. */
export class HttpFailure extends Error {
  readonly kind: Extract<ErrorKind, 'offline' | 'network' | 'timeout'>;
  readonly sent: boolean;
  constructor(kind: HttpFailure['kind'], sent: boolean) {
    super(kind);
    this.kind = kind;
    this.sent = sent;
  }
}
