import { isJson, type Json } from '#renderer/grammar/json.ts';
import { collectAlternatives } from './alternatives.ts';
import { applyKeyword } from './apply-keyword.ts';
import { type Condition, FALSE, isSame, TRUE } from './condition.ts';
import type { References } from './references.ts';
import type { Report } from './report.ts';
import { Slot } from './slot.ts';
import type { Walk } from './walk.ts';

/**
 * Collects every subschema that applies to each part of the value, with the condition under which it applies.
 */
export function collect(references: References, report: Report, start: string): Slot {
  const root = new Slot(undefined, '');
  root.described = TRUE;
  root.required.push({ when: TRUE, pointer: start });
  const walk: Walk = {
    references,
    report,
    applied: new Map(),
    pending: new Map(),
    apply: (slot, pointer, when) => applySchema(walk, slot, pointer, when),
  };
  walk.apply(root, start, TRUE);
  expand(walk, root);
  return root;
}

function applySchema(walk: Walk, slot: Slot, pointer: string, when: Condition): void {
  const schema = walk.references.schemaAt(pointer);
  const seen = walk.applied.get(slot) ?? [];
  if (seen.some((one) => one.pointer === pointer && isSame(one.when, when))) return;
  walk.applied.set(slot, [...seen, { pointer, when }]);
  if (schema === false) {
    const message = 'This cannot be filled in';
    slot.demands.push({ holds: FALSE, when, pointer, keyword: 'false', message });
  }
  slot.pointer ||= pointer;
  if (!isJson(schema)) return;
  for (const keyword of ownFirst(schema)) applyKeyword(walk, { slot, schema, pointer, when }, keyword);
}

function expand(walk: Walk, slot: Slot): void {
  const { pending } = walk;
  for (let next = pending.get(slot)?.shift(); next !== undefined; next = pending.get(slot)?.shift()) {
    collectAlternatives(walk, slot, next);
  }
  for (const member of slot.members.values()) expand(walk, member);
  if (slot.items !== undefined) expand(walk, slot.items);
}

/** Words beside a reference take precedence over those of its target. */
function ownFirst(schema: Json): readonly string[] {
  const names = Object.keys(schema);
  return [...names.filter((name) => name !== '$ref'), ...names.filter((name) => name === '$ref')];
}
