/** The state could not be reached, or made a call without a reply. */
export class StageFailure extends Error {}
