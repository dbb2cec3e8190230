import type { Plan } from './plan.ts';

/** Widgets that share one chunk, because a form uses several of them. */
export const CONTROL_TYPES: readonly string[] = ['choice', 'city', 'day', 'fields', 'form', 'text-field'];

/**
 * Whether a screen has forms, and whether their code is needed at once or when an overlay opens. Code of
 * critical calls is always loaded at once.
 */
export function findForms(plan: Plan): 'none' | 'overlays' | 'first' {
  if (!plan.uses.widgets.includes('form')) return 'none';
  const first = { ...plan, overlays: {}, endpoints: {}, messages: {}, uses: {} };
  const areCritical = Object.values(plan.overlays).some(
    (overlay) => concernsForms(overlay) && isCritical(overlay),
  );
  return areCritical || concernsForms(first) ? 'first' : 'overlays';
}

/** Whether this part of a plan contains a form, reads a form's values, or has an action on a form. */
export function concernsForms(part: object): boolean {
  // `"form"` is the type of the node, the root of expressions that read forms, and the property of actions that names a form.
  return JSON.stringify(part).includes('"form"');
}

function isCritical(overlay: object): boolean {
  // An action has an object here; a critical node has `true`.
  return JSON.stringify(overlay).includes('"critical":{');
}

/** Types of widgets in a screen's body and bar. Widgets of overlays can be loaded after the first render. */
export function firstWidgets({ body, bar, uses }: Plan): readonly string[] {
  return widgetsIn([body, bar], uses.widgets);
}

/** The widget types that a part of a plan uses, out of `types`. */
export function widgetsIn(part: object, types: readonly string[]): readonly string[] {
  const nodes = JSON.stringify(part);
  return types.filter((type) => nodes.includes(`"type":${JSON.stringify(type)}`));
}
