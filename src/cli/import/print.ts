import { shownWhen } from './decide.ts';
import { and, type Condition, not, type Scalar } from './condition.ts';
import { slotTypesOf } from './types.ts';
import type { Slot, Variant } from './slot.ts';

/** A condition that has no expression. */
export class Unsayable extends Error {}

/** The names of the surrounding records in an expression. */
export type Records = ReadonlyMap<Slot, string>;

/** Maximum length of an expression. */
const LONGEST = 4000;

/**
 * Writes a condition as an expression of the language.
 *
 * @throws Unsayable if no expression exists, or it is too long.
 */
export function print(condition: Condition, form: string, records: Records = new Map()): string {
  const text = new Printer(form, records).write(condition);
  if (text.length > LONGEST) throw new Unsayable('The condition is too long for an expression.');
  return text;
}

/** The path of a field in an expression. */
export function pathOf(slot: Slot, field: string, form: string, records: Records): string {
  const { record } = slot;
  return `${record === undefined ? `form.${form}` : nameOf(record, records)}.${field}`;
}

function nameOf(record: Slot, records: Records): string {
  const name = records.get(record);
  if (name === undefined) throw new Unsayable('It reads the items of a list from outside.');
  return name;
}

class Printer {
  readonly #form: string;
  readonly #records: Records;
  readonly #open = new Set<Slot>();

  constructor(form: string, records: Records) {
    this.#form = form;
    this.#records = records;
  }

  write(condition: Condition): string {
    switch (condition.op) {
      case 'true':
      case 'false':
        return condition.op;
      case 'not':
        return negate(this.write(condition.of));
      case 'and':
      case 'or':
        return balance(
          condition.op,
          condition.of.map((part) => this.write(part)),
        );
      case 'has':
        return this.#has(condition.slot);
      case 'equals':
        return this.#any(condition.slot, (variant) => this.#equals(condition.slot, variant, condition.value));
      case 'compare':
        return this.#any(condition.slot, (variant) => {
          if (variant.type !== 'number' && variant.type !== 'integer') return 'false';
          if (variant.options !== undefined && typeof variant.options[0]?.key !== 'number') {
            throw new Unsayable('Its values are not all numbers.');
          }
          if (variant.field === '') {
            const value = Number(variant.options?.[0]?.value);
            return String(compare(value, condition.by, condition.to));
          }
          return this.#there(condition.slot, variant, `${condition.by} ${literal(condition.to)}`);
        });
      case 'type':
        return this.#any(condition.slot, (variant) =>
          String(slotTypesOf(variant).every((one) => condition.types.has(one))),
        );
      case 'size': {
        const path = this.#list(condition.slot);
        const size = `size(${path}) ${condition.by} ${condition.to}`;
        return condition.by === '<='
          ? `(!has(${path}) || ${size})`
          : condition.to === 0
            ? 'true'
            : `(has(${path}) && ${size})`;
      }
      case 'unique': {
        const path = this.#list(condition.slot);
        if (
          condition.slot.items?.variants.some(({ type }) => type === 'object' || type === 'array') === true
        ) {
          throw new Unsayable('Records are told apart by more than what is in them.');
        }
        const same = 'has(one.value) && has(other.value) && other.value == one.value';
        return `(!has(${path}) || ${path}.all(one, size(${path}.filter(other, ${same})) <= 1))`;
      }
      case 'items':
        return this.#items(condition.slot, condition.least, condition.of);
      case 'only':
        return this.write(
          and(
            ...[...condition.slot.members.values()]
              .filter(({ name, described }) => !condition.names.has(name) && described.op !== 'false')
              .map((member) => not({ op: 'has', slot: member })),
          ),
        );
      case 'count': {
        const members = [...condition.slot.members.values()].filter(
          ({ described }) => described.op !== 'false',
        );
        const there = members.map((slot) => this.#has(slot)).filter((one) => one !== 'false');
        if (condition.by === '>=' && condition.to === 1) return balance('or', there);
        return `size([${there.join(', ')}].filter(one, one)) ${condition.by} ${condition.to}`;
      }
      case 'chosen': {
        const { selector, index } = condition;
        if (selector.dropped.has(index)) return 'false';
        if (selector.kind === 'one' && selector.dropped.size === selector.titles.length - 1) return 'true';
        const [name = ''] = selector.names;
        const field = selector.kind === 'one' ? name : (selector.names[index] ?? '');
        const path = pathOf(selector.slot, field, this.#form, this.#records);
        const around = this.#chain(selector.slot);
        return balance('and', [
          around,
          ...(selector.kind === 'one' ? [`has(${path})`, `${path} == ${index}`] : [`has(${path})`, path]),
        ]);
      }
      default:
        throw new Unsayable(condition.reason);
    }
  }

  /** A disjunction over the variants of a slot, each with its own condition. */
  #any(slot: Slot, write: (variant: Variant) => string): string {
    if (slot.described.op === 'false') return 'false';
    return balance(
      'or',
      slot.variants.map((variant) =>
        balance('and', slot.isMixed ? [this.write(variant.when), write(variant)] : [write(variant)]),
      ),
    );
  }

  #has(slot: Slot): string {
    if (slot.described.op === 'false') return 'false';
    if (slot.parent === undefined || slot.name === '*') return 'true';
    return balance('and', [
      this.#chain(slot),
      this.#any(slot, (variant) => {
        if (variant.field === '') return slot.toggle === undefined ? 'true' : this.#ticked(slot, slot.toggle);
        const path = pathOf(slot, variant.field, this.#form, this.#records);
        if (variant.type === 'array') {
          const filled = `(has(${path}) && size(${path}) > 0)`;
          return slot.isAlways && !slot.isMixed ? 'true' : balance('or', [this.write(slot.needed), filled]);
        }
        if (isBox(variant)) return 'true';
        return isTyped(variant) ? `(has(${path}) && ${path} != '')` : `has(${path})`;
      }),
    ]);
  }

  /** The conditions that show a slot and its parents, up to its record. */
  #chain(slot: Slot): string {
    if (slot.parent === undefined || slot.name === '*') return 'true';
    if (this.#open.has(slot)) throw new Unsayable('It is shown by a condition about itself.');
    this.#open.add(slot);
    const { parent } = slot;
    const around = parent.toggle === undefined ? 'true' : this.#ticked(parent, parent.toggle);
    const text = balance('and', [this.#chain(parent), around, this.write(shownWhen(slot))]);
    this.#open.delete(slot);
    return text;
  }

  #ticked(slot: Slot, toggle: string): string {
    const path = pathOf(slot, toggle, this.#form, this.#records);
    return `(has(${path}) && ${path})`;
  }

  #equals(slot: Slot, variant: Variant, value: Scalar): string {
    if (variant.options !== undefined) {
      const option = variant.options.find((one) => one.value === value);
      if (option === undefined) return 'false';
      if (variant.field === '') return this.#chain(slot);
      return this.#there(slot, variant, `== ${literal(option.key)}`);
    }
    if (variant.isDay === true) throw new Unsayable('An expression cannot write a day.');
    if (typeof value !== jsTypeOf(variant)) return 'false';
    if (isBox(variant)) {
      const ticked = this.#ticked(slot, variant.field);
      return balance('and', [this.#chain(slot), value === true ? ticked : negate(ticked)]);
    }
    return this.#there(slot, variant, `== ${literal(value)}`);
  }

  #there(slot: Slot, variant: Variant, comparison: string): string {
    const path = pathOf(slot, variant.field, this.#form, this.#records);
    return balance('and', [this.#chain(slot), `has(${path})`, `${path} ${comparison}`]);
  }

  #list(slot: Slot): string {
    const variant = slot.variants.find(({ type }) => type === 'array');
    if (variant === undefined) throw new Unsayable('It is no list.');
    return pathOf(slot, variant.field, this.#form, this.#records);
  }

  #items(slot: Slot, least: number | 'all', of: Condition): string {
    const path = this.#list(slot);
    if (slot.items === undefined) throw new Unsayable('Nothing is said of its items.');
    const name = `entry${this.#records.size + 1}`;
    const inner = new Printer(this.#form, new Map([...this.#records, [slot.items, name]])).write(of);
    if (least === 'all')
      return inner === 'true' ? 'true' : `(!has(${path}) || ${path}.all(${name}, ${inner}))`;
    if (least === 0) return 'true';
    if (least === 1) return `(has(${path}) && ${path}.exists(${name}, ${inner}))`;
    return `(has(${path}) && size(${path}.filter(${name}, ${inner})) >= ${least})`;
  }
}

/** A checkbox always has a value. */
export function isBox(variant: Variant): boolean {
  return variant.type === 'boolean' && variant.options === undefined;
}

/** A typed text: empty means no value. */
export function isTyped(variant: Variant): boolean {
  return variant.type === 'string' && variant.options === undefined && variant.isDay !== true;
}

function jsTypeOf({ type }: Variant): string {
  return type === 'integer' ? 'number' : type;
}

function compare(value: number, by: string, to: number): boolean {
  if (by === '<') return value < to;
  if (by === '<=') return value <= to;
  return by === '>' ? value > to : value >= to;
}

function negate(text: string): string {
  if (text === 'true') return 'false';
  if (text === 'false') return 'true';
  return `!(${text})`;
}

/** Balances operands: an expression can be wide, but not deep. */
function balance(op: 'and' | 'or', parts: readonly string[]): string {
  const [neutral, decisive, sign] = op === 'and' ? ['true', 'false', '&&'] : ['false', 'true', '||'];
  if (parts.includes(decisive)) return decisive;
  const kept = [...new Set(parts)].filter((part) => part !== neutral);
  const fold = (some: readonly string[]): string => {
    if (some.length === 0) return neutral;
    if (some.length === 1) return some[0] ?? neutral;
    if (some.length <= 6) return `(${some.join(` ${sign} `)})`;
    const half = Math.ceil(some.length / 2);
    return `(${fold(some.slice(0, half))} ${sign} ${fold(some.slice(half))})`;
  };
  return fold(kept);
}

/** A literal of an expression. */
export function literal(value: Scalar): string {
  if (typeof value === 'string') {
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", "\\'")
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
      .replaceAll('\t', '\\t');
    if (Array.from(escaped).some((sign) => sign < ' '))
      throw new Unsayable('A control character has no place in an expression.');
    return `'${escaped}'`;
  }
  if (typeof value === 'number' && (/e/.test(String(value)) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    throw new Unsayable(`${value} is no number that an expression can write.`);
  }
  return String(value);
}
