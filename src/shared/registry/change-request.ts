import type { Act } from './act.ts';

/** Changes that a reviewer asks for. While it is open, the release cannot be published. */
export interface ChangeRequest extends Act {
  readonly id: string;
  readonly release: string;
  /** What must change, for the author; plain text. */
  readonly text: string;
}
