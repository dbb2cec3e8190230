import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, listIn } from '../source.ts';
import type { Findings } from './findings.ts';
import { freeName } from '../free-name.ts';
import { type Located, type Plain, simplify } from './schema.ts';

/** A type of a contract, and a value that fits it, by the names of the wire. */
export interface Typed {
  readonly type: Json;
  readonly sample: unknown;
  readonly isNullable: boolean;
}

export type Side = 'request' | 'reply';

/** Records inside records, and schemas of one operation, beyond which an import stops. */
const DEEPEST = 6;
const MOST_SCHEMAS = 1_500;
const MOST_MEMBERS = 100;

/** Names that often stand for money. */
const MONEY = /amount|price|total|balance|fee|cost|salary|premium|payment/i;

/** Turns the schemas of one operation into types. */
export class TypeReader {
  readonly #root: unknown;
  readonly #findings: Findings;
  readonly #side: Side;
  readonly #open: string[] = [];
  #count = 0;

  constructor(root: unknown, findings: Findings, side: Side) {
    this.#root = root;
    this.#findings = findings;
    this.#side = side;
  }

  /**
   * @param name - The name of the member, for notes.
   * @returns Undefined, after a finding, if a contract cannot say it.
   */
  read(schema: Located, name: string): Typed | undefined {
    this.#count += 1;
    if (this.#count > MOST_SCHEMAS || this.#open.length > DEEPEST * 4) {
      this.#findings.leave(schema.pointer, 'The record is too large or too deep; it is cut here.');
      return undefined;
    }
    const plain = simplify(this.#root, schema, this.#findings);
    if (plain === undefined) return undefined;
    const again = plain.pointers.find((one) => this.#open.includes(one));
    if (again !== undefined) {
      this.#findings.leave(schema.pointer, 'It contains itself; it is cut here.');
      return undefined;
    }
    this.#open.push(...plain.pointers);
    const typed = this.#readPlain(plain, schema.pointer, name);
    this.#open.length -= plain.pointers.length;
    return typed && { ...typed, isNullable: plain.isNullable };
  }

  #readPlain(plain: Plain, pointer: string, name: string): Omit<Typed, 'isNullable'> | undefined {
    const [type] = plain.types;
    switch (type) {
      case 'object':
        return plain.properties.size > 0 ? this.#readRecord(plain) : this.#readMap(plain, pointer, name);
      case 'array': {
        if (plain.items === undefined) {
          this.#findings.leave(pointer, 'A list that does not say what its items are.');
          return undefined;
        }
        const items = this.read(plain.items, name);
        return items && { type: { type: 'array', items: items.type }, sample: [items.sample] };
      }
      case 'string':
        return this.#readText(plain, pointer);
      case 'integer':
      case 'number':
        if (MONEY.test(name)) {
          const why = `"${name}": an amount? It stays a number. If it is whole minor units, write "type": "integer", "x-unit": "minor".`;
          this.#findings.decide(pointer, why);
        }
        return { type: { type }, sample: Math.trunc(Number(sampleOf(plain.keywords, 'number', 1))) };
      case 'boolean':
        return { type: { type }, sample: sampleOf(plain.keywords, 'boolean', true) };
      default:
        this.#findings.leave(pointer, `There is no type "${type}" in a contract.`);
        return undefined;
    }
  }

  #readText({ keywords }: Plain, pointer: string): Omit<Typed, 'isNullable'> {
    const values = listIn(keywords['enum'] ?? (keywords['const'] === undefined ? [] : [keywords['const']]));
    const known = [...new Set(values.filter((one) => typeof one === 'string'))];
    const { format } = keywords;
    if (known.length > 0 && known.length <= 200) return { type: { type: 'string', known }, sample: known[0] };
    if (known.length > 200) this.#findings.leave(joinPointer(pointer, 'enum'), 'More than 200 values.');
    if (format === 'date' || format === 'uri') {
      const sample = format === 'date' ? '2026-01-31' : 'https://example.com/';
      return { type: { type: 'string', format }, sample };
    }
    if (format === 'date-time') {
      return { type: { type: 'string' }, sample: sampleOf(keywords, 'string', '2026-01-31T12:00:00Z') };
    }
    return { type: { type: 'string' }, sample: sampleOf(keywords, 'string', 'text') };
  }

  #readMap({ additional }: Plain, pointer: string, name: string): Omit<Typed, 'isNullable'> | undefined {
    if (additional === undefined) {
      this.#findings.leave(pointer, 'A record that names no members.');
      return undefined;
    }
    const items = this.read(additional, name);
    return (
      items && { type: { type: 'object', additionalProperties: items.type }, sample: { key: items.sample } }
    );
  }

  #readRecord(plain: Plain): Omit<Typed, 'isNullable'> | undefined {
    const properties: { [name: string]: Json } = {};
    const required: string[] = [];
    const sample: [string, unknown][] = [];
    const wanted = this.#side === 'request' ? 'readOnly' : 'writeOnly';
    for (const [wire, member] of plain.properties) {
      if (isJson(member.value) && member.value[wanted] === true) continue;
      if (Object.keys(properties).length >= MOST_MEMBERS) {
        this.#findings.leave(member.pointer, `A record has at most ${MOST_MEMBERS} members.`);
        continue;
      }
      const typed = this.read(member, wire);
      const isRequired = plain.required.has(wire);
      if (typed === undefined) {
        // A request without a required member would be refused by the service.
        if (isRequired && this.#side === 'request') return undefined;
        continue;
      }
      const name = freeName(wire, properties);
      const isNull = isRequired && typed.isNullable && this.#side === 'request';
      properties[name] = {
        ...typed.type,
        ...(name === wire ? {} : { wire: this.#side === 'reply' ? joinPointer('', wire) : wire }),
        ...(isNull ? { absent: 'null' } : {}),
      };
      if (isRequired && !typed.isNullable) required.push(name);
      sample.push([wire, typed.sample]);
    }
    if (Object.keys(properties).length === 0) {
      this.#findings.leave(plain.pointers[0] ?? '', 'No member of the record can be carried.');
      return undefined;
    }
    const type = { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
    return { type, sample: Object.fromEntries(sample) };
  }
}

/** The example of a schema, if it has the type. */
function sampleOf(keywords: Json, type: string, otherwise: unknown): unknown {
  const all = [
    keywords['example'],
    ...listIn(keywords['examples']),
    keywords['default'],
    ...listIn(keywords['enum']),
  ];
  return all.find((one) => typeof one === type) ?? otherwise;
}
