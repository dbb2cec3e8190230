import type { TextScope } from '#renderer/grammar/scope-at.ts';
import type { World } from '#renderer/grammar/world.ts';

/** The project around the document. */
export interface Surroundings {
  readonly file: string;
  readonly world: World;
  /** Paths of its fixtures; empty where an editor does not have them. */
  readonly fixtures: readonly string[];
  scopeAt(pointer: string): TextScope | undefined;
}
