import * as v from 'valibot';

/** A part of a draft was written with an assistant. */
export interface Assisted {
  /** The name that the client program gives itself. */
  readonly assistant: string;
  /** The account whose token it used; it counts as the author. */
  readonly actor: string;
}

export const ASSISTED: v.GenericSchema<unknown, Assisted> = v.object({
  assistant: v.string(),
  actor: v.string(),
});
