import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';

/** Reports a field whose look does not fit its other properties. */
export function checkLook(draft: Draft, raw: Json, pointer: string): void {
  if (raw['look'] === 'toggle') checkToggle(draft, raw, pointer);
}

/** A field that must be ticked asks for consent: a switch would say that both positions are possible. */
function checkToggle(draft: Draft, { rules }: Json, pointer: string): void {
  const at = Array.isArray(rules)
    ? rules.findIndex((rule: unknown) => isJson(rule) && rule['rule'] === 'required')
    : -1;
  if (at < 0) return;
  draft.report(
    'field/consent-look',
    joinPointer(joinPointer(`${pointer}/rules`, at), 'rule'),
    'A switch is a setting that may be off, and this rule requires that it is on.',
    'leave out "look": a sentence that has to be agreed to is a box',
  );
}
