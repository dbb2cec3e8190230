import type { NodePlan } from './plan.ts';

/** Link in a text of a definition: `[words](name)`. Any other bracket is only a bracket. */
export const LINK = /\[([^[\]]+)\]\(([A-Za-z_][\w-]*)\)/g;

/** The label of a field as plain text: if the field has links in its label, their words alone. */
export function plainLabel({ slots }: NodePlan, label: string): string {
  return slots?.['words'] === undefined ? label : label.replace(LINK, '$1');
}
