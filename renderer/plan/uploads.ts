import type { EngineWord } from './words.ts';

/** State and methods of a field for photos or files. A new object after every change. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** The field was full, so some of the files picked last were left out. */
  readonly isCut?: true;
  /** Adds files in order, up to the field's maximum. */
  add(sources: readonly UploadSource[]): void;
  /** Call before the file picker opens: the page may be closed while it is open. */
  opening(): void;
  retry(key: string): void;
  /** Aborts the upload if it is running. */
  remove(key: string): void;
}

export interface UploadItem {
  readonly key: string;
  readonly phase: 'waiting' | 'sending' | 'failed' | 'done';
  /** Upload progress in whole percent. */
  readonly percent: number;
  /** The content to send, once it is ready; shown before the upload is done. */
  readonly content?: Blob;
  /** Present after the upload is done. */
  readonly url?: string;
  /** For a failed upload: the service's message. */
  readonly message?: string;
  /** The original name, made safe to show. */
  readonly name?: string;
  readonly bytes?: number;
  /** The upload failed because of its content: a retry would not help. */
  readonly isRefused?: true;
}

export interface UploadSource {
  /**
   * Makes the content to send. The caller runs one at a time, because the conversion of a large photo needs
   * much memory. Rejects if it is not an image.
   */
  prepare(): Promise<Blob>;
  /** For a file: name and size to show. */
  readonly shown?: { readonly name: string; readonly bytes: number };
  /** The name that is sent to the service; contains nothing of the original name. */
  readonly fileName?: string;
  /** Why the file is not sent, as a message of the page. */
  readonly refused?: string;
  /** The message of the field while this upload has failed. Default: that of files. */
  readonly failed?: EngineWord;
}
