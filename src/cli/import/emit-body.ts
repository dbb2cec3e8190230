import type { Json } from '#renderer/grammar/json.ts';
import { or, TRUE } from './condition.ts';
import { has } from './fits.ts';
import { freeName } from './free-name.ts';
import { isBox, isTyped, literal, pathOf, print, Unsayable } from './print.ts';
import { type Emission, escape } from './rules.ts';
import type { Option, Slot, Variant } from './slot.ts';

/** Members of the sent record: their declarations in the contract, and their values in the request. */
export interface Body {
  readonly members: { readonly [name: string]: Json };
  readonly required: readonly string[];
  readonly values: { readonly [name: string]: unknown };
}

/** The record of an object. Values of another type become separate members with the same wire name. */
export function emitBody(slot: Slot, emission: Emission): Body {
  const members: { [name: string]: Json } = {};
  const values: { [name: string]: unknown } = {};
  const required: string[] = [];
  for (const member of slot.members.values()) {
    if (member.described.op === 'false') continue;
    if (member.isOnlyNull) {
      emitNull(member, members, emission);
      continue;
    }
    for (const { type, value, isPresent } of emitValue(member, emission)) {
      const name = freeName(member.name, members);
      const isNull = member.isNullable && member.isAlways && !member.isMixed;
      members[name] = {
        ...type,
        ...(name === member.name ? {} : { wire: member.name }),
        ...(isNull && !isPresent ? { absent: 'null' } : {}),
      };
      values[name] = value;
      if (isPresent) required.push(name);
    }
  }
  return { members, values, required };
}

/** A member that can only be null is always sent, or never. */
function emitNull(member: Slot, members: { [name: string]: Json }, { report }: Emission): void {
  if (member.isAlways) {
    const name = freeName(member.name, members);
    members[name] = {
      type: 'string',
      ...(name === member.name ? {} : { wire: member.name }),
      absent: 'null',
    };
    return;
  }
  for (const { pointer } of member.required) {
    report.refuse(pointer, 'required', 'A member that can only be null is sent always, or never.');
  }
}

interface Typed {
  readonly type: Json;
  readonly value: unknown;
  /** Whether there is a value to send in every case. */
  readonly isPresent?: boolean;
}

function emitValue(slot: Slot, emission: Emission): readonly Typed[] {
  return slot.variants.flatMap((variant) => {
    try {
      return emitVariant(slot, variant, emission);
    } catch (thrown) {
      if (!(thrown instanceof Unsayable)) throw thrown;
      const why = `When it is sent cannot be said. ${thrown.message}`;
      emission.report.refuse(slot.pointer, slot.name, why, 'alternative');
      return [];
    }
  });
}

function emitVariant(slot: Slot, variant: Variant, emission: Emission): readonly Typed[] {
  const { form, records } = emission;
  const write = (condition: Parameters<typeof print>[0]) => print(condition, form, records);
  const only = (value: unknown, when: string): unknown =>
    when === 'true' ? value : { choose: [{ when, value }] };
  if (variant.type === 'object') {
    const { members, values, required } = emitBody(slot, emission);
    const type = { type: 'object', ...(required.length === 0 ? {} : { required }), properties: members };
    const there = slot.name === '*' ? 'true' : slot.isMixed ? write(variant.when) : write(has(slot));
    return [{ type, value: only(values, there), isPresent: there === 'true' }];
  }
  if (variant.options !== undefined && variant.field === '') {
    const [option] = variant.options;
    if (option === undefined) return [];
    const there = write(has(slot));
    return [{ type: typeOf(option), value: only(literalOf(option), there), isPresent: there === 'true' }];
  }
  const path = pathOf(slot, variant.field, form, records);
  if (variant.type === 'array') {
    const item = slot.items;
    if (item === undefined) return [];
    const name = `entry${records.size + 1}`;
    const [inner] = emitValue(item, { ...emission, records: new Map([...records, [item, name]]) });
    if (inner === undefined) return [];
    const list = [{ each: path, as: name, value: inner.value }];
    const there = slot.isMixed ? write(variant.when) : write(has(slot));
    const entries = [
      { when: `has(${path}) && size(${path}) > 0${there === 'true' ? '' : ` && ${there}`}`, value: list },
      ...(write(or(slot.needed, slot.isMixed ? TRUE : slot.needed)) === 'false'
        ? []
        : [{ when: there, value: [] }]),
    ];
    return [{ type: { type: 'array', items: inner.type }, value: { choose: entries } }];
  }
  if (isBox(variant)) {
    const there = write(has(slot));
    const entries = [{ when: `has(${path})${there === 'true' ? '' : ` && ${there}`}`, value: `\${${path}}` }];
    const otherwise = there === 'true' ? false : { when: there, value: false };
    return [
      { type: { type: 'boolean' }, value: { choose: [...entries, otherwise] }, isPresent: there === 'true' },
    ];
  }
  const keys = variant.options ?? [];
  if (keys.some(({ key, value }) => key !== value)) return emitKeyed(keys, path);
  const type = typeOfVariant(variant);
  if (isTyped(variant)) return [{ type, value: only(`\${${path}}`, `has(${path}) && ${path} != ''`) }];
  return [{ type, value: `\${${path}}` }];
}

/** Values of several types, chosen by name: one member for each type. */
function emitKeyed(options: readonly Option[], path: string): readonly Typed[] {
  const kinds = [...new Set(options.map(({ value }) => typeof value))];
  return kinds.map((kind) => ({
    type: { type: kind },
    value: {
      choose: options
        .filter(({ value }) => typeof value === kind)
        .map((option) => ({
          when: `has(${path}) && ${path} == ${literal(option.key)}`,
          value: literalOf(option),
        })),
    },
  }));
}

function typeOfVariant(variant: Variant): Json {
  if (variant.options?.[0] !== undefined) {
    const kinds = variant.options.map(({ value }) => value);
    if (kinds.every((value) => typeof value === 'number')) {
      return { type: kinds.every((value) => Number.isInteger(value)) ? 'integer' : 'number' };
    }
    return { type: typeof kinds[0] };
  }
  if (variant.isDay === true) return { type: 'string', format: 'date' };
  return { type: variant.type };
}

function typeOf({ value }: Option): Json {
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}

function literalOf({ value }: Option): unknown {
  return typeof value === 'string' ? escape(value) : value;
}
