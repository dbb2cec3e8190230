import type { Pending, Walk } from './walk.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { collectAlternatives } from './alternatives.ts';
import { and, type Condition, FALSE, isSame, not, or, TRUE, whyUnsayable } from './condition.ts';
import { fits } from './fits.ts';
import { exclusiveOf, isWellFormed, KEYWORDS, MALFORMED } from './keywords.ts';
import type { References } from './references.ts';
import type { Report } from './report.ts';
import { Slot } from './slot.ts';
import { joinPointer, listIn, textsIn } from './source.ts';

/** Keywords that are processed with another keyword. */
const TOGETHER: ReadonlySet<string> = new Set(['then', 'else', '$defs', 'definitions']);

/**
 * Collects every subschema that applies to each part of the value, with the condition under which it applies.
 */
export function collect(references: References, report: Report, start: string): Slot {
  const root = new Slot(undefined, '');
  root.described = TRUE;
  root.required.push({ when: TRUE, pointer: start });
  const pending = new Map<Slot, Pending[]>();
  const applied = new Map<Slot, { readonly pointer: string; readonly when: Condition }[]>();
  const walk: Walk = { references, report, apply };

  function apply(slot: Slot, pointer: string, when: Condition): void {
    const schema = references.schemaAt(pointer);
    const seen = applied.get(slot) ?? [];
    if (seen.some((one) => one.pointer === pointer && isSame(one.when, when))) return;
    applied.set(slot, [...seen, { pointer, when }]);
    if (schema === false) {
      const message = 'This cannot be filled in';
      slot.demands.push({ holds: FALSE, when, pointer, keyword: 'false', message });
    }
    slot.pointer ||= pointer;
    if (!isJson(schema)) return;
    for (const keyword of ownFirst(schema)) applyKeyword(slot, schema, keyword, pointer, when);
  }

  function applyKeyword(slot: Slot, schema: Json, keyword: string, pointer: string, when: Condition): void {
    const at = joinPointer(pointer, keyword);
    const value = schema[keyword];
    const kind = KEYWORDS[keyword];
    if (kind === undefined) {
      report.note(at, `"${keyword}" is no keyword of JSON Schema and means nothing to a form.`);
      return;
    }
    report.meet(at, keyword);
    if (!isWellFormed(keyword, schema)) return report.refuse(at, keyword, MALFORMED);
    if (kind === 'annotation') report.note(at, `"${keyword}" is not shown in a form.`);
    if (kind === 'refused') report.refuse(at, keyword, whyRefused(keyword));
    if (keyword === 'readOnly' && value === true) {
      report.refuse(at, keyword, 'A form asks for it all the same.');
    }
    if (kind === 'words') takeWords(slot, keyword, value, at, when);
    if (kind === 'constraint') applyConstraint(slot, schema, keyword, at, when);
    if (kind !== 'applicator' || TOGETHER.has(keyword)) return;
    switch (keyword) {
      case '$ref':
        return follow(slot, at, value, when);
      case 'allOf':
        return listIn(value).forEach((_, index) => apply(slot, joinPointer(at, index), when));
      case 'anyOf':
      case 'oneOf':
        pending.set(slot, [
          ...(pending.get(slot) ?? []),
          { keyword, pointer: at, branches: listIn(value), when },
        ]);
        return;
      case 'if':
        return applyIf(slot, schema, pointer, when);
      case 'not':
        return demand(slot, at, keyword, not(fits(walk, slot, at)), when, 'This does not fit');
      case 'properties':
        for (const name of isJson(value) ? Object.keys(value) : []) {
          const member = slot.member(name);
          member.described = or(member.described, when);
          apply(member, joinPointer(at, name), when);
        }
        return;
      case 'required':
        for (const [index, name] of textsIn(value).entries()) {
          slot.member(name).required.push({ when, pointer: joinPointer(at, index) });
        }
        return;
      case 'dependentRequired':
        return applyDependent(slot, at, value, when);
      case 'dependentSchemas':
      case 'dependencies':
        return applyDependent(slot, at, value, when);
      case 'items':
        return applyItems(slot, at, value, when);
      case 'contains':
        return applyContains(slot, schema, pointer, when);
      default:
    }
  }

  function applyConstraint(slot: Slot, schema: Json, keyword: string, at: string, when: Condition): void {
    const value = schema[keyword];
    // Draft-04: the bound is in `minimum` or `maximum`.
    if (keyword.startsWith('exclusive') && typeof value === 'boolean') return;
    if (isJson(value) && /^(additional|unevaluated)Properties$/.test(keyword)) {
      return report.refuse(at, keyword, 'A form asks for members by their names.');
    }
    if (keyword === 'additionalProperties' && value === false) {
      const names = new Set(Object.keys(isJson(schema['properties']) ? schema['properties'] : {}));
      slot.closed.push({ names, pointer: at, when });
      return;
    }
    slot.constraints.push({ keyword: exclusiveOf(keyword, schema), value, pointer: at, when });
  }

  function follow(slot: Slot, at: string, value: unknown, when: Condition): void {
    const target = references.resolve(value, at);
    if ('problem' in target) return report.refuse(at, '$ref', target.problem);
    for (let above = slot.parent; above !== undefined; above = above.parent) {
      if (applied.get(above)?.some((one) => one.pointer === target.pointer) !== true) continue;
      return report.refuse(at, '$ref', 'It refers to a schema that contains it; a form is finite.');
    }
    apply(slot, target.pointer, when);
  }

  function applyIf(slot: Slot, schema: Json, pointer: string, when: Condition): void {
    const condition = fits(walk, slot, joinPointer(pointer, 'if'));
    const why = whyUnsayable(condition);
    for (const [keyword, holds] of [
      ['then', condition],
      ['else', not(condition)],
    ] as const) {
      if (schema[keyword] === undefined) continue;
      if (why === undefined) apply(slot, joinPointer(pointer, keyword), and(when, holds));
      else report.refuse(joinPointer(pointer, keyword), keyword, 'Its condition could not be carried.');
    }
    if (why !== undefined) report.refuse(joinPointer(pointer, 'if'), 'if', why);
  }

  function demand(
    slot: Slot,
    at: string,
    keyword: string,
    holds: Condition,
    when: Condition,
    message: string,
  ): void {
    const why = whyUnsayable(holds);
    if (why === undefined) slot.demands.push({ holds, when, pointer: at, keyword, message });
    else report.refuse(at, keyword, why);
  }

  function applyDependent(slot: Slot, at: string, value: unknown, when: Condition): void {
    for (const [name, dependent] of Object.entries(isJson(value) ? value : {})) {
      const there = and(when, { op: 'has', slot: slot.member(name) });
      const place = joinPointer(at, name);
      if (!Array.isArray(dependent)) apply(slot, place, there);
      for (const [index, other] of textsIn(dependent).entries()) {
        slot.member(other).required.push({ when: there, pointer: joinPointer(place, index) });
      }
    }
  }

  function applyItems(slot: Slot, at: string, value: unknown, when: Condition): void {
    if (Array.isArray(value))
      return report.refuse(at, 'items', 'Places of a list cannot differ from each other.');
    const item = slot.item();
    item.described = or(item.described, when);
    apply(item, at, when);
  }

  function applyContains(slot: Slot, schema: Json, pointer: string, when: Condition): void {
    const at = joinPointer(pointer, 'contains');
    const of = fits(walk, slot.item(), at);
    const { minContains = 1, maxContains } = schema;
    const least = typeof minContains === 'number' ? minContains : 1;
    demand(slot, at, 'contains', { op: 'items', slot, least, of }, when, 'An entry is missing');
    if (typeof maxContains !== 'number') return;
    const most = not({ op: 'items', slot, least: maxContains + 1, of });
    demand(
      slot,
      joinPointer(pointer, 'maxContains'),
      'maxContains',
      most,
      when,
      'There are too many such entries',
    );
  }

  function expand(slot: Slot): void {
    for (let next = pending.get(slot)?.shift(); next !== undefined; next = pending.get(slot)?.shift()) {
      collectAlternatives(walk, slot, next);
    }
    for (const member of slot.members.values()) expand(member);
    if (slot.items !== undefined) expand(slot.items);
  }

  apply(root, start, TRUE);
  expand(root);
  return root;
}

/** Words beside a reference take precedence over those of its target. */
function ownFirst(schema: Json): readonly string[] {
  const names = Object.keys(schema);
  return [...names.filter((name) => name !== '$ref'), ...names.filter((name) => name === '$ref')];
}

function takeWords({ words }: Slot, keyword: string, value: unknown, pointer: string, when: Condition): void {
  if (keyword === 'title' || keyword === 'description' || keyword === 'default') {
    words[keyword].push({ value, pointer, when });
  }
}

function whyRefused(keyword: string): string {
  switch (keyword) {
    case 'patternProperties':
    case 'propertyNames':
      return 'A form asks for members by their names.';
    case 'prefixItems':
    case 'additionalItems':
    case 'unevaluatedItems':
      return 'Places of a list cannot differ from each other.';
    case '$dynamicRef':
    case '$dynamicAnchor':
    case '$recursiveRef':
    case '$recursiveAnchor':
      return 'What it leads to depends on who refers to it.';
    default:
      return 'A form has nothing to show it with.';
  }
}
