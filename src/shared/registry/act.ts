/** Who does something, when, and why. */
export interface Act {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Why it is done; every change that borrowers get says so. */
export interface Decision extends Act {
  readonly reason: string;
}
