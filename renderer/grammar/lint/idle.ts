import { isJson, type Json } from '../json.ts';
import type { WrittenDocument } from './document.ts';

/** Actions without an effect of their own. */
const IDLE = new Set(['wait', 'stop']);

/** Warns about buttons and other tappable nodes that do nothing. */
export function lintIdle(document: WrittenDocument): void {
  const forms = new Map(
    document.nodes.filter(({ type }) => type === 'form').map(({ raw }) => [raw['id'], raw] as const),
  );
  for (const { raw, type, pointer, surface } of document.nodes) {
    // A part may be used in an overlay.
    const place = { forms, isInOverlay: document.kind !== 'screen' || surface !== '' };
    const events = isJson(raw['on']) ? raw['on'] : {};
    if ((type !== 'button' && events['tap'] === undefined) || !isIdle(events['tap'], place)) continue;
    const help =
      type === 'button'
        ? 'say what it does in "tap", or remove the button'
        : 'say what it does, or remove "tap"';
    document.report('button/idle', `${pointer}/on`, 'A tap does nothing.', 'key', help);
  }
}

interface Place {
  /** By id. */
  readonly forms: ReadonlyMap<unknown, Json>;
  /** Whether there may be an overlay to dismiss. */
  readonly isInOverlay: boolean;
}

function isIdle(list: unknown, place: Place): boolean {
  return (
    !Array.isArray(list) || list.every((action: unknown) => !isJson(action) || isIdleAction(action, place))
  );
}

function isIdleAction(action: Json, place: Place): boolean {
  if (action['do'] === 'choose') {
    const cases: unknown[] = Array.isArray(action['cases']) ? action['cases'] : [];
    return cases.every((one) => isJson(one) && isIdle(one['run'], place));
  }
  if (action['do'] === 'submit') {
    const form = place.forms.get(action['form']);
    const events = isJson(form?.['on']) ? form['on'] : {};
    return form !== undefined && isIdle(events['submit'], { ...place, forms: new Map() });
  }
  if (action['do'] === 'dismiss') return !place.isInOverlay;
  if (action['do'] === 'set') return action['value'] === `\${${String(action['target'])}}`;
  return IDLE.has(String(action['do']));
}
