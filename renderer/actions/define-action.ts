import type { ActionDefinition } from '../live/action.ts';

/** An action of the catalogue; what it is given and may answer stands in `renderer/live/action.ts`. */
export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
