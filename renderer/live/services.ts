import type { BuiltRequest } from '../plan/build-request.ts';
import type { Value } from '../plan/expression.ts';

/**
 * Everything a live screen needs from the world. Real ones live with the page; tests, the studio and
 * the gallery bring their own. The engine touches no global: same plan, data and services, same bytes.
 */
export interface Services {
  readonly http: Http;
  readonly clock: Clock;
  readonly storage: { readonly session: StoragePort; readonly device: StoragePort };
  readonly native: NativePort;
  readonly router: RouterPort;
  readonly clipboard: { write(text: string): Promise<void> };
  readonly random: { id(): string };
  /** Without it other pages of the same origin are known by what they stored alone. */
  readonly locks?: LockPort;
  /** A fault worth knowing about. `code` is stable; nothing here carries what a person typed or sees. */
  report(fault: Fault): void;
}

export interface Fault {
  readonly code: string;
  readonly screen?: string;
  readonly node?: string;
  readonly detail?: string;
}

export interface HttpRequest extends BuiltRequest {
  /** The file of a multipart body. */
  readonly file?: UploadFile & { readonly name: string };
  readonly timeoutMs: number;
}

/** What an upload sends. */
export interface UploadFile {
  readonly content: Blob;
  /** The name that the service receives; without it the file is a photo. */
  readonly fileName?: string;
  /** Told the share that has left the device, 0 to 1. */
  onProgress(share: number): void;
}

export interface HttpReply {
  readonly status: number;
  readonly body: string;
  /** When our server received the request, milliseconds since the epoch; only for reads, if the answer has it. */
  readonly receivedAt?: number | undefined;
  /** Our server has sent nothing: a success ended the wish after the screen had read its data. */
  readonly ended?: boolean;
  /** `countEndings` at the time of sending, if the request was sent ahead of its use. */
  readonly endings?: number;
}

export { HttpFailure } from '../plan/http-failure.ts';

export interface Http {
  /** @throws HttpFailure; an aborted call rejects with the signal's reason. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  /**
   * Where the picture that an endpoint answers at `address` is drawn from. Without it that is the address itself,
   * which the browser asks; who answers calls within the page answers this one, too.
   */
  picture?(address: string): string | Promise<string>;
}

export interface Clock {
  /** Milliseconds since the epoch, by the server's clock where known. */
  now(): number;
  /** Calls back once after `ms`; timers stop in the background, so deadlines are compared with `now()`. */
  after(ms: number, run: () => void): () => void;
}

/** Storage may be full, blocked or gone: each call may throw, and the engine lives on without. */
export interface StoragePort {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  remove(key: string): void;
  keys(): readonly string[];
}

/** Locks that hold over all open pages of this origin. */
export interface LockPort {
  /** Takes a lock nobody has, until it is given back or the page ends; undefined where somebody has it. */
  take(name: string): Promise<(() => void) | undefined>;
}

export interface NativePort {
  readonly inShell: boolean;
  /** Whether the shell has a handler of this name, or the browser one that begins with `browser:`. */
  has(handler: string): boolean;
  /** @returns what the shell answers; rejects when it refuses. */
  call(handler: string, payload: { readonly [name: string]: Value }): Promise<unknown>;
}

export interface RouterPort {
  /** Goes to a path with query of our own. `at` is a node's id to scroll to. */
  go(address: string, options: { readonly replace: boolean; readonly at?: string }): void;
  /** Scrolls to a node of the screen that is shown, and moves the focus to its heading. */
  show(at: string): void;
  /** Leaves the page for a checked address. */
  leave(url: string, options: { readonly replace: boolean }): void;
  back(): void;
  /** Nothing is beneath the current entry: `back` would lead nowhere. */
  isFirst(): boolean;
  /** Our own origin, `https://host[:port]`. */
  readonly origin: string;
}
