/** Where somebody is, in one of their pages. */
export interface Present {
  readonly name: string;
  readonly page: string;
  /** Absent: at the draft as a whole. */
  readonly path?: string;
  /** JSON Pointer in that document. */
  readonly pointer?: string;
}

/** What an open page of a draft has to know to be up to date. */
export interface DraftNews {
  readonly draft: string;
  readonly state: string;
  readonly revision: number;
  /** Another text whenever anything was said or settled. */
  readonly comments: string;
  readonly present: readonly Present[];
}
