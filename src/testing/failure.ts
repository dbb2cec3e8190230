/** The state could not be reached, or asked for what nobody answers. */
export class StageFailure extends Error {}
