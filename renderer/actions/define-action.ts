import type { ActionDefinition } from '../runtime/action.ts';

/** Types an action of the catalogue; `renderer/runtime/action.ts` describes its input and results. */
export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
