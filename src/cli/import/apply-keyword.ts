import { isJson, type Json } from '#renderer/grammar/json.ts';
import { and, type Condition, not, or, whyUnsayable } from './condition.ts';
import { fits } from './fits.ts';
import { exclusiveOf, isWellFormed, KEYWORDS, MALFORMED } from './keywords.ts';
import type { Demand, Slot } from './slot.ts';
import { joinPointer, listIn, textsIn } from './source.ts';
import type { Walk } from './walk.ts';

/** A schema that applies to a slot, under a condition. */
interface Application {
  readonly slot: Slot;
  readonly schema: Json;
  readonly pointer: string;
  readonly when: Condition;
}

export function applyKeyword(walk: Walk, application: Application, keyword: string): void {
  const { slot, schema, pointer, when } = application;
  const { report } = walk;
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
  if (kind === 'constraint') applyConstraint(walk, application, keyword);
  if (kind === 'applicator') applySubschemas(walk, application, keyword);
}

/** Keywords with schemas in them; `then`, `else` and definitions are processed with another keyword. */
function applySubschemas(walk: Walk, application: Application, keyword: string): void {
  const { slot, schema, pointer, when } = application;
  const at = joinPointer(pointer, keyword);
  const value = schema[keyword];
  switch (keyword) {
    case '$ref':
      return follow(walk, slot, at, value, when);
    case 'allOf':
      return listIn(value).forEach((_, index) => walk.apply(slot, joinPointer(at, index), when));
    case 'anyOf':
    case 'oneOf':
      walk.pending.set(slot, [
        ...(walk.pending.get(slot) ?? []),
        { keyword, pointer: at, branches: listIn(value), when },
      ]);
      return;
    case 'if':
      return applyIf(walk, application);
    case 'not':
      return demand(walk, slot, {
        holds: not(fits(walk, slot, at)),
        when,
        pointer: at,
        keyword,
        message: 'This does not fit',
      });
    case 'properties':
      for (const name of isJson(value) ? Object.keys(value) : []) {
        const member = slot.member(name);
        member.described = or(member.described, when);
        walk.apply(member, joinPointer(at, name), when);
      }
      return;
    case 'required':
      for (const [index, name] of textsIn(value).entries()) {
        slot.member(name).required.push({ when, pointer: joinPointer(at, index) });
      }
      return;
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies':
      return applyDependent(walk, slot, at, value, when);
    case 'items':
      return applyItems(walk, slot, at, value, when);
    case 'contains':
      return applyContains(walk, application);
    default:
  }
}

function follow(walk: Walk, slot: Slot, at: string, value: unknown, when: Condition): void {
  const { references, report, applied } = walk;
  const target = references.resolve(value, at);
  if ('problem' in target) return report.refuse(at, '$ref', target.problem);
  for (let above = slot.parent; above !== undefined; above = above.parent) {
    if (applied.get(above)?.some((one) => one.pointer === target.pointer) !== true) continue;
    return report.refuse(at, '$ref', 'It refers to a schema that contains it; a form is finite.');
  }
  walk.apply(slot, target.pointer, when);
}

function applyIf(walk: Walk, { slot, schema, pointer, when }: Application): void {
  const condition = fits(walk, slot, joinPointer(pointer, 'if'));
  const why = whyUnsayable(condition);
  for (const [keyword, holds] of [
    ['then', condition],
    ['else', not(condition)],
  ] as const) {
    if (schema[keyword] === undefined) continue;
    if (why === undefined) walk.apply(slot, joinPointer(pointer, keyword), and(when, holds));
    else walk.report.refuse(joinPointer(pointer, keyword), keyword, 'Its condition could not be carried.');
  }
  if (why !== undefined) walk.report.refuse(joinPointer(pointer, 'if'), 'if', why);
}

function applyDependent(walk: Walk, slot: Slot, at: string, value: unknown, when: Condition): void {
  for (const [name, dependent] of Object.entries(isJson(value) ? value : {})) {
    const there = and(when, { op: 'has', slot: slot.member(name) });
    const place = joinPointer(at, name);
    if (!Array.isArray(dependent)) walk.apply(slot, place, there);
    for (const [index, other] of textsIn(dependent).entries()) {
      slot.member(other).required.push({ when: there, pointer: joinPointer(place, index) });
    }
  }
}

function applyItems(walk: Walk, slot: Slot, at: string, value: unknown, when: Condition): void {
  if (Array.isArray(value))
    return walk.report.refuse(at, 'items', 'Places of a list cannot differ from each other.');
  const item = slot.item();
  item.described = or(item.described, when);
  walk.apply(item, at, when);
}

function applyContains(walk: Walk, { slot, schema, pointer, when }: Application): void {
  const at = joinPointer(pointer, 'contains');
  const of = fits(walk, slot.item(), at);
  const { minContains = 1, maxContains } = schema;
  const least = typeof minContains === 'number' ? minContains : 1;
  demand(walk, slot, {
    holds: { op: 'items', slot, least, of },
    when,
    pointer: at,
    keyword: 'contains',
    message: 'An entry is missing',
  });
  if (typeof maxContains !== 'number') return;
  demand(walk, slot, {
    holds: not({ op: 'items', slot, least: maxContains + 1, of }),
    when,
    pointer: joinPointer(pointer, 'maxContains'),
    keyword: 'maxContains',
    message: 'There are too many such entries',
  });
}

function applyConstraint(walk: Walk, { slot, schema, pointer, when }: Application, keyword: string): void {
  const at = joinPointer(pointer, keyword);
  const value = schema[keyword];
  // Draft-04: the bound is in `minimum` or `maximum`.
  if (keyword.startsWith('exclusive') && typeof value === 'boolean') return;
  if (isJson(value) && /^(additional|unevaluated)Properties$/.test(keyword)) {
    return walk.report.refuse(at, keyword, 'A form asks for members by their names.');
  }
  if (keyword === 'additionalProperties' && value === false) {
    const names = new Set(Object.keys(isJson(schema['properties']) ? schema['properties'] : {}));
    slot.closed.push({ names, pointer: at, when });
    return;
  }
  slot.constraints.push({ keyword: exclusiveOf(keyword, schema), value, pointer: at, when });
}

function demand({ report }: Walk, slot: Slot, demanded: Demand): void {
  const why = whyUnsayable(demanded.holds);
  if (why === undefined) slot.demands.push(demanded);
  else report.refuse(demanded.pointer, demanded.keyword, why);
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
