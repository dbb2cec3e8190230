import type { ActionDefinition } from '../live/action.ts';

/** Types an action of the catalogue; `renderer/live/action.ts` describes its input and results. */
export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
