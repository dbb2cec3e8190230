import type { ActionDefinition } from '../live/live.ts';

/** An action of the catalogue; what it is given and may answer stands in `renderer/live/live.ts`. */
export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
