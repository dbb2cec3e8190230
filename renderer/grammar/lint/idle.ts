import { isJson, type Json } from '../json.ts';
import type { WrittenDocument } from './document.ts';

/** Actions that do nothing by themselves. */
const IDLE = new Set(['wait', 'stop']);

/** Warns about buttons, and whatever else is tapped, that do nothing. */
export function lintIdle(document: WrittenDocument): void {
  const forms = new Map(
    document.nodes.filter(({ type }) => type === 'form').map(({ raw }) => [raw['id'], raw] as const),
  );
  for (const { raw, type, pointer } of document.nodes) {
    const events = isJson(raw['on']) ? raw['on'] : {};
    if ((type !== 'button' && events['tap'] === undefined) || !isIdle(events['tap'], forms)) continue;
    const help =
      type === 'button'
        ? 'say what it does in "tap", or remove the button'
        : 'say what it does, or remove "tap"';
    document.report('button/idle', `${pointer}/on`, 'Nothing happens when this is tapped.', 'key', help);
  }
}

function isIdle(list: unknown, forms: ReadonlyMap<unknown, Json>): boolean {
  return (
    !Array.isArray(list) || list.every((action: unknown) => !isJson(action) || isIdleAction(action, forms))
  );
}

function isIdleAction(action: Json, forms: ReadonlyMap<unknown, Json>): boolean {
  if (action['do'] === 'choose') {
    const cases: unknown[] = Array.isArray(action['cases']) ? action['cases'] : [];
    return cases.every((one) => isJson(one) && isIdle(one['run'], forms));
  }
  if (action['do'] === 'submit') {
    const form = forms.get(action['form']);
    return form !== undefined && isIdle(isJson(form['on']) ? form['on']['submit'] : undefined, new Map());
  }
  return IDLE.has(String(action['do']));
}
