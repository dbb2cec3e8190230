import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndpointPlan, ScalarShape } from '#renderer/plan/plan.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import { plans } from '#tests/engine.ts';
import { contractFiles, isJson, type Json as Declaration, parseFile } from '#tests/reply-members.ts';
import { LONG, RUNS, SEED } from './settings.ts';
import {
  ajv,
  damage,
  fittingScalars,
  GROWN,
  hold,
  type Json,
  junk,
  names,
  NO_DAMAGE,
  place,
  type Schema,
  SCALARS,
} from './wire.ts';

/*
 * Every real contract, twice: as the compiler lowered it, read by the client, and as its file declares it, converted here into
 * JSON Schema of the wire format and validated by ajv. Does not use the checker.
 */

const endpoints = new Map<string, EndpointPlan>();
for (const plan of plans.values()) {
  for (const [name, endpoint] of Object.entries(plan.endpoints)) {
    // An image is loaded by its element, and some calls expect no body; there is nothing to read.
    if (!endpoint.picture && !endpoint.empty) endpoints.set(name, endpoint);
  }
}

const contracts = contractFiles
  .map(parseFile)
  .filter(({ reply }) => reply !== 'image' && reply !== 'none')
  .map((contract) => ({
    name: String(contract['name']),
    reply: contract['reply'] as Declaration,
    definitions: (contract['definitions'] ?? {}) as { readonly [name: string]: Declaration },
  }));
type Contract = (typeof contracts)[number];

/** Keywords that this file supports; another one in a contract fails the test. */
const KEYWORDS = new Set(
  'at type required properties items like x-unit format known read wire absent default maxItems maxLength bad description public typed'.split(
    ' ',
  ),
);

function* keywordsIn(of: Declaration): Generator<string> {
  yield* Object.keys(of);
  if (isJson(of['items'])) yield* keywordsIn(of['items']);
  for (const member of Object.values((of['properties'] ?? {}) as Declaration)) {
    if (isJson(member)) yield* keywordsIn(member);
  }
}

/** The referenced declaration of a `like`. */
function resolve(of: Declaration, contract: Contract): Declaration {
  const place = of['like'];
  if (typeof place !== 'string') return of;
  const found = contract.definitions[place.slice(1)];
  if (found === undefined) throw new Error(`${contract.name} takes ${place} over from elsewhere`);
  return { ...found, ...of };
}

/** Whether the value of `bad` is this word, or a list with it. */
const says = ({ bad }: Declaration, word: string) => (Array.isArray(bad) ? bad.includes(word) : bad === word);
const isRecord = (of: Declaration) => of['type'] === 'object' && of['properties'] !== undefined;
const isList = (of: Declaration) => of['type'] === 'array';

/** The scalar of a declaration, in the client's terms: `integer` with `x-unit` is money. */
function scalarOf(of: Declaration): ScalarShape {
  const read = of['read'] as ScalarShape['read'];
  const max = of['maxLength'] as number | undefined;
  const formats: { readonly [format: string]: ScalarShape['type'] } = { date: 'date', uri: 'url' };
  const types: { readonly [type: string]: ScalarShape['type'] } = {
    string: 'text',
    integer: 'integer',
    number: 'number',
    boolean: 'boolean',
  };
  // The reader of a member implies its type.
  const implied: { readonly [reader: string]: ScalarShape['type'] } = {
    text: 'text',
    integer: 'integer',
    number: 'number',
    flag: 'boolean',
    minor: 'money',
    date: 'date',
    url: 'url',
  };
  const type =
    of['x-unit'] === 'minor'
      ? 'money'
      : (formats[String(of['format'])] ?? types[String(of['type'])] ?? implied[String(read)]);
  if (type === undefined) throw new Error(`No scalar: ${JSON.stringify(of)}`);
  return { type, ...(read !== undefined && { read }), ...(max !== undefined && { max }) };
}

interface Wired {
  readonly wire: readonly string[];
  readonly of: Declaration;
  readonly isNeeded: boolean;
}

function membersOf(record: Declaration, contract: Contract, at: readonly string[] = []): readonly Wired[] {
  const required = (record['required'] ?? []) as readonly string[];
  return Object.entries(record['properties'] as { readonly [name: string]: Declaration }).map(
    ([name, member]) => {
      const of = resolve(member, contract);
      const wire = String(of['wire'] ?? name);
      return {
        wire: [...at, ...(wire.startsWith('/') ? wire.slice(1).split('/') : [wire])],
        of,
        isNeeded: required.includes(name) && of['default'] === undefined,
      };
    },
  );
}

function schemaOf(of: Declaration, contract: Contract, at: readonly string[] = []): Schema {
  if (isRecord(of)) {
    return {
      type: 'object',
      allOf: [{}, ...membersOf(of, contract, at).map((member) => memberSchema(member, contract))],
    };
  }
  if (isList(of)) {
    if (says(of, 'drop')) return { type: 'array' };
    const items = schemaOf(resolve(of['items'] as Declaration, contract), contract);
    return { type: 'array', items, ...(of['maxItems'] !== undefined && { maxItems: of['maxItems'] }) };
  }
  return { enum: fittingScalars(scalarOf(of)) };
}

function memberSchema({ wire, of, isNeeded }: Wired, contract: Contract): Schema {
  const spelt = ((of['absent'] ?? []) as readonly string[]).map(String);
  const absent = {
    enum: [null, ...SCALARS.filter((value) => value !== null && meansAbsent(value, of, spelt))],
  };
  const own = schemaOf(of, contract);
  const maybe: Schema = says(of, 'absent') ? {} : { anyOf: [absent, own] };
  let schema: Schema = isNeeded ? { allOf: [own, { not: absent }] } : maybe;
  for (const step of [...wire].reverse()) {
    schema = { properties: { [step]: schema }, ...(isNeeded && { type: 'object', required: [step] }) };
  }
  return schema;
}

/** Whether a value is absent, as written or by its meaning: `00` is absent if `0` is. */
function meansAbsent(value: Json, of: Declaration, spelt: readonly string[]): boolean {
  if (spelt.includes(String(value))) return true;
  if (isRecord(of) || isList(of) || !fittingScalars(scalarOf(of)).includes(value)) return false;
  const { type, read } = scalarOf(of);
  if (read === 'flag')
    return spelt.includes(String(value === true || String(value) === '1' || value === 'true'));
  return (
    read !== undefined && (type === 'money' || type === 'integer') && spelt.includes(String(Number(value)))
  );
}

/** A matching reply, with unknown members. */
function reply(of: Declaration, contract: Contract, at: readonly string[] = []): fc.Arbitrary<Json> {
  if (isRecord(of)) {
    const members = membersOf(of, contract, at);
    return fc.tuple(...members.map((member) => reply(member.of, contract))).map((values) => {
      const json: { [name: string]: Json } = { unknown: { deep: [1] } };
      for (const [index, { wire }] of members.entries())
        place(json, `/${wire.join('/')}`, values[index] as Json);
      return json;
    });
  }
  if (isList(of)) {
    const items = reply(resolve(of['items'] as Declaration, contract), contract);
    // The maximum length, so that one more item is too long.
    const full = items.map((item) => Array.from({ length: Number(of['maxItems'] ?? 3) }, () => item));
    return fc.oneof(
      { weight: LONG ? 9 : 24, arbitrary: fc.array(items, { maxLength: 3 }) },
      { weight: 1, arbitrary: full },
    );
  }
  return fc.constantFrom(...fittingScalars(scalarOf(of)));
}

/** Whether the read members have the contract's names. */
function fitsNames(value: unknown, of: Declaration, contract: Contract): boolean {
  if (Array.isArray(value)) {
    const items = resolve(of['items'] as Declaration, contract);
    return value.every((item) => fitsNames(item, items, contract));
  }
  if (!isJson(value)) return true;
  const members = of['properties'] as { readonly [name: string]: Declaration };
  return Object.entries(value).every(
    ([name, member]) =>
      name in members && fitsNames(member, resolve(members[name] ?? {}, contract), contract),
  );
}

describe('reading a reply in the page equals ajv over generated and mutated replies of every endpoint', () => {
  it('a screen uses every contract, and it has no unknown keyword', () => {
    expect(contracts.map(({ name }) => name).sort()).toEqual([...endpoints.keys()].sort());
    const keywords = contracts.flatMap(({ reply: of, definitions }) =>
      [of, ...Object.values(definitions)].flatMap((one) => [...keywordsIn(one)]),
    );
    expect([...new Set(keywords)].filter((keyword) => !KEYWORDS.has(keyword))).toEqual([]);
  });

  it.each(contracts.map((contract) => [contract.name, contract] as const))(
    '%s',
    (name, contract) => {
      const shape = endpoints.get(name)?.reply;
      if (shape === undefined) throw new Error(`No screen uses ${name}.`);
      const at = String(contract.reply['at'] ?? '')
        .split('/')
        .slice(1);
      const accepts = ajv.compile(schemaOf(contract.reply, contract, at));
      const runs = Math.ceil(RUNS / 8);
      const by = fc.oneof(junk, junk, fc.constant(GROWN), fc.constant(undefined));
      const damages = fc.array(fc.tuple(fc.nat(60), by), { minLength: 7, maxLength: 7 });
      const seen = { read: 0, refused: 0 };
      fc.assert(
        fc.property(reply(contract.reply, contract, at), damages, (fitting, list) => {
          let json = fitting;
          for (const change of [NO_DAMAGE, ...list]) {
            json = damage(accepts(json) ? json : fitting, change);
            const result = readReply(json, shape);
            const isAccepted = accepts(json);
            hold(result.ok === isAccepted, () => ({ json, isAccepted, result, errors: accepts.errors }));
            seen[isAccepted ? 'read' : 'refused']++;
            if (result.ok) hold(fitsNames(result.value, contract.reply, contract), () => ({ json, result }));
            else
              hold((accepts.errors ?? []).some(names(result.pointer)), () => ({
                json,
                result,
                errors: accepts.errors,
              }));
          }
        }),
        { seed: SEED, numRuns: runs },
      );
      console.info(`${name} against ajv: seed ${SEED}, ${runs} replies, ${JSON.stringify(seen)}`);
      expect(seen.read).toBeGreaterThan(runs);
      expect(seen.refused).toBeGreaterThan(0);
    },
    120_000,
  );
});
