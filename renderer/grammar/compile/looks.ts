import type { Expression } from '../../plan/expression.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { NodeShape } from '../shapes.generated.ts';
import type { Draft } from './draft.ts';
import type { Scope } from './scope.ts';

/** Reports a field whose look does not fit its other properties. */
export function checkLook(draft: Draft, shape: NodeShape, raw: Json, pointer: string): void {
  if (raw['look'] === 'toggle') checkToggle(draft, raw, pointer);
  if (hasSlider(shape)) checkSlider(draft, raw, pointer);
  if (isSignature(raw) && raw['max'] !== undefined) {
    draft.reportName('field/signature', `${pointer}/max`, 'A signature is one file, so it has no "max".');
  }
}

/** Whether an upload field is signed in. */
export function isSignature({ look, upload }: Json): boolean {
  return look === 'signature' && upload !== undefined;
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
    'A toggle may be off, but this rule requires that it is on.',
    'leave out "look": a sentence that has to be agreed to is a box',
  );
}

export const BOUNDS = ['min', 'max'] as const;

/** Whether fields of this kind can have a slider: of others `min` and `max` mean something else. */
export function hasSlider({ properties }: NodeShape): boolean {
  return properties['look']?.words?.includes('slider') === true;
}

function checkSlider(draft: Draft, raw: Json, pointer: string): void {
  const { look, min, max } = raw;
  if (look !== 'slider') {
    const stray = [...BOUNDS, 'step'].find((name) => raw[name] !== undefined);
    if (stray === undefined) return;
    const message = `"${stray}" has no effect on a field that is no slider.`;
    draft.report('field/slider', joinPointer(pointer, stray), message, 'write "look": "slider"');
    return;
  }
  const missing = BOUNDS.find((name) => raw[name] === undefined);
  if (missing !== undefined) {
    const message = `A slider has "min" and "max"; "${missing}" is missing.`;
    draft.report('field/slider', `${pointer}/look`, message, `write "${missing}"`);
  }
  if (typeof min !== 'number' || typeof max !== 'number' || min < max) return;
  draft.report(
    'rule/empty-range',
    `${pointer}/min`,
    `"min" is ${min} and "max" is ${max}: the slider could not move.`,
    'write the smaller number as "min"',
  );
}

/** Reads the bounds of a slider. They have the type of the field's value: of an amount they are Money. */
export function readBounds(
  draft: Draft,
  raw: Json,
  pointer: string,
  scope: Scope,
): { readonly [name: string]: Expression } {
  const slot = raw['number'] === 'money' ? 'money' : 'number';
  const bounds: { [name: string]: Expression } = {};
  for (const name of BOUNDS) {
    if (raw[name] === undefined) continue;
    const read = draft.value(raw[name], { slot }, joinPointer(pointer, name), scope, false);
    if (read !== undefined) bounds[name] = read.lowered;
  }
  return bounds;
}
