/** What a person has open in one of their pages. */
export interface Present {
  readonly name: string;
  readonly page: string;
  /** Absent: no particular document. */
  readonly path?: string;
  /** JSON Pointer in that document. */
  readonly pointer?: string;
}

/** State of a draft, for its open pages. */
export interface DraftUpdate {
  readonly draft: string;
  readonly state: string;
  readonly revision: number;
  /** Changes with every new, resolved or reopened comment. */
  readonly comments: string;
  readonly present: readonly Present[];
}
