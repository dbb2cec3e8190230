/** What a field of photos shows and can do. Another object whenever something in it changed. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** In order; what the field has no room for is left out. */
  add(sources: readonly UploadSource[]): void;
  /** Photos are about to be picked: the page may not live to see which. */
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
}

export interface UploadSource {
  /** What is to be sent, made when its turn comes: large pictures one after the other. Rejects for what is no picture. */
  prepare(): Promise<Blob>;
}
