/** Who made a change, and when. */
export interface Act {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A change with its reason; every change for borrowers has one. */
export interface Decision extends Act {
  readonly reason: string;
}
