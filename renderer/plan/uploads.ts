/** What a field of photos or files shows and can do. Another object whenever something in it changed. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** Of what was picked last, some had no room and were left out. */
  readonly isCut?: true;
  /** In order, as many as the field has room for. */
  add(sources: readonly UploadSource[]): void;
  /** Files are about to be picked: the page may not live to see which. */
  opening(): void;
  retry(key: string): void;
  /** Ends the upload, if it runs. */
  remove(key: string): void;
}

export interface UploadItem {
  readonly key: string;
  readonly phase: 'waiting' | 'sending' | 'failed' | 'done';
  /** Percent, whole, of what is being sent. */
  readonly percent: number;
  /** What is sent, once it is ready; it can be shown before it has arrived. */
  readonly content?: Blob;
  /** Once it is done. */
  readonly url?: string;
  /** Of a failed one: what the service said. */
  readonly message?: string;
  /** What its owner calls it, as it can be shown. */
  readonly name?: string;
  readonly bytes?: number;
  /** It failed for what it is: another try would not help. */
  readonly isRefused?: true;
}

export interface UploadSource {
  /** What is to be sent, made when its turn comes: large pictures one after the other. Rejects for what is no picture. */
  prepare(): Promise<Blob>;
  /** Of a file: how it is shown. */
  readonly shown?: { readonly name: string; readonly bytes: number };
  /** What the service is told that it is called: nothing its owner wrote. */
  readonly fileName?: string;
  /** Why it is not sent at all, in the page's words. */
  readonly refused?: string;
}

/** The message of a field while some of its uploads have failed. */
export const NOT_UPLOADED = {
  photos: 'Some photos were not uploaded. Try again, or remove them.',
  files: 'Some files were not uploaded. Try again, or remove them.',
} as const;
