import type { ErrorKind } from './problem.ts';

/** What `send` rejects with. `sent` is false only where it is certain that nothing left the device. */
export class HttpFailure extends Error {
  readonly kind: Extract<ErrorKind, 'offline' | 'network' | 'timeout'>;
  readonly sent: boolean;
  constructor(kind: HttpFailure['kind'], sent: boolean) {
    super(kind);
    this.kind = kind;
    this.sent = sent;
  }
}
