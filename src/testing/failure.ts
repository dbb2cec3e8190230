/** The state could not be reached, or made a call without a reply. */
export class StageFailure extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
