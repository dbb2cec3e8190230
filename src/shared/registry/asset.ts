/** An image of screens in one or more projects. */
export interface Asset {
  readonly path: string;
  /** Name in `asset:<name>`. */
  readonly name: string;
  readonly content: string;
  readonly bytes: number;
  /** CSS pixels at density 1; absent for an SVG. */
  readonly width?: number;
  readonly height?: number;
  /** The live release and open drafts that have this image at this path. */
  readonly in: readonly AssetUse[];
}

export interface AssetUse {
  /** Absent: the live release. */
  readonly draft?: string;
  /** Paths of documents that refer to it; also documents with computed names. */
  readonly documents: readonly string[];
}
