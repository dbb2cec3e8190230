/** A picture of screens, as some project has it. */
export interface Asset {
  readonly path: string;
  /** By which definitions name it: `asset:<name>`. */
  readonly name: string;
  readonly content: string;
  readonly bytes: number;
  /** CSS pixels at density 1; absent for a drawing. */
  readonly width?: number;
  readonly height?: number;
  /** What everybody gets, and open drafts: each that has this picture there. */
  readonly in: readonly AssetUse[];
}

export interface AssetUse {
  /** Absent: what is live. */
  readonly draft?: string;
  /** Paths of documents that name it; all that may where a name is put together. */
  readonly documents: readonly string[];
}
