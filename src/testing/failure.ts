/** The state could not be reached, or asked for what nobody answers. */
export class StageFailure extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
