import type { BuiltRequest } from '../plan/build-request.ts';
import type { Value } from '../plan/expression.ts';

/**
 * Everything a screen needs from its environment. The page has real services; tests, the studio and the gallery pass
 * their own. The engine uses no globals: the same plan, data and services give the same output.
 */
export interface Services {
  readonly http: Http;
  readonly clock: Clock;
  readonly storage: { readonly session: StoragePort; readonly device: StoragePort };
  readonly native: NativePort;
  readonly router: RouterPort;
  readonly clipboard: { write(text: string): Promise<void> };
  readonly random: { id(): string };
  /** Whether the page is in the background now. Without it the page counts as visible. */
  isHidden?(): boolean;
  /** Without locks, the engine knows of other pages of this origin only what they stored. */
  readonly locks?: LockPort;
  /** Reports a fault. `code` is stable. Must not contain what a person typed or sees. */
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
  /** Called with the share that was sent, 0 to 1. */
  onProgress(share: number): void;
}

export interface HttpReply {
  readonly status: number;
  readonly body: string;
  /** The value of a response header, or null; absent if the answer has no headers. */
  readonly header?: (name: string) => string | null;
  /** When our server received the request, milliseconds since the epoch; only for reads, if the answer has it. */
  readonly receivedAt?: number | undefined;
  /** Our server sent nothing, because a success ended the wish after the screen had read its data. */
  readonly ended?: boolean;
  /** `countEndings` when the request was sent, for a request that was sent before it was needed. */
  readonly endings?: number;
}

export { HttpFailure } from '../plan/http-failure.ts';

export interface Http {
  /** @throws HttpFailure. An aborted call rejects with the signal's reason. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  /**
   * The image address for an endpoint that answers with an image. Without it the browser loads `address` itself.
   * Needed where calls are answered inside the page.
   */
  picture?(address: string): string | Promise<string>;
}

export interface Clock {
  /** Milliseconds since the epoch, by the server's clock if known. */
  now(): number;
  /** Calls `run` once after `ms`. Timers stop in the background, so compare deadlines with `now()`. */
  after(ms: number, run: () => void): () => void;
}

/** Storage may be full or blocked: every method may throw, and the engine works without it. */
export interface StoragePort {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  remove(key: string): void;
  keys(): readonly string[];
}

/** Locks across all open pages of this origin. */
export interface LockPort {
  /** Takes a free lock until it is released or the page ends; undefined if it is taken. */
  take(name: string): Promise<(() => void) | undefined>;
}

export interface NativePort {
  readonly inShell: boolean;
  /** Whether this handler exists: in the browser for names that begin with `browser:`, otherwise in the shell. */
  has(handler: string): boolean;
  /** @returns the shell's answer; rejects if the shell refuses. */
  call(handler: string, payload: { readonly [name: string]: Value }): Promise<unknown>;
}

export interface RouterPort {
  /** Goes to our own path with a query. `at` is the id of a node to scroll to. */
  go(address: string, options: { readonly replace: boolean; readonly at?: string }): void;
  /** Scrolls to a node of the current screen and focuses its heading. */
  show(at: string): void;
  /** Leaves the page for a validated address. */
  leave(url: string, options: { readonly replace: boolean }): void;
  back(): void;
  /** Whether the current history entry is the first: `back` would have no effect. */
  isFirst(): boolean;
  /** Our own origin, `https://host[:port]`. */
  readonly origin: string;
}
