import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Value } from '#renderer/plan/expression.ts';
import type { MemberShape, ScalarShape, Shape } from '#renderer/plan/plan.ts';
import { readReply, readStored } from '#renderer/plan/read-reply.ts';
import { isRecord } from '#renderer/plan/value.ts';
import { RUNS, SEED } from './settings.ts';
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
  scalarSchema,
  SCALARS,
} from './wire.ts';

/*
 * The oracle is ajv. Each generated shape is also written as JSON Schema of the wire format: wire names as nested properties,
 * readers as unions, absent values as enumerations. Replies are made valid and then damaged.
 */
const READERS: { readonly [type in ScalarShape['type']]: readonly ScalarShape['read'][] } = {
  text: [undefined, 'text'],
  integer: [undefined, 'integer'],
  number: [undefined, 'number'],
  boolean: [undefined, 'flag'],
  money: [undefined, 'minor'],
  date: [undefined, 'date'],
  url: [undefined, 'url'],
};

const scalar: fc.Arbitrary<Shape> = fc
  .tuple(fc.constantFrom(...(Object.keys(READERS) as ScalarShape['type'][])), fc.boolean(), fc.boolean())
  .map(([type, isRead, isBounded]) => {
    const read = READERS[type][isRead ? 1 : 0];
    const max = isBounded && read === undefined && type === 'text' ? { max: 4 } : {};
    return { type, ...(read === undefined ? {} : { read }), ...max } as ScalarShape;
  });

function shape(depth: number): fc.Arbitrary<Shape> {
  if (depth === 0) return scalar;
  const items = shape(depth - 1);
  const max = fc.constantFrom({}, { max: 2 });
  const bad = fc.constantFrom({}, { bad: 'drop' as const });
  return fc.oneof(
    scalar,
    record(depth),
    fc
      .tuple(items, max, bad)
      .map(([of, limit, drop]): Shape => ({ type: 'list', items: of, ...limit, ...drop })),
    fc.tuple(items, max).map(([of, limit]): Shape => ({ type: 'map', items: of, ...limit })),
  );
}

function record(depth: number): fc.Arbitrary<Shape> {
  const member = (name: string) =>
    fc
      .tuple(
        shape(depth - 1),
        fc.constantFrom('', '/inner', '/a/b'),
        fc.boolean(),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(
        ([of, place, isRequired, kind]): MemberShape => ({
          name,
          wire: `${place}/w-${name}`,
          shape: of,
          ...(isRequired && { required: true as const }),
          ...(kind < 3 && { absent: kind === 0 ? ['', '0'] : ['none', '7', 'true'] }),
          ...(kind > 7 && of.type === 'list' && { default: [] }),
          ...(kind > 7 && of.type === 'text' && { default: 'd' }),
          ...(kind % 4 === 0 && (!isRequired || kind > 7) && { bad: 'absent' as const }),
        }),
      );
  return fc
    .subarray(['one', 'two', 'three', 'four'])
    .chain((names) => fc.tuple(...names.map(member)))
    .map((members): Shape => ({ type: 'record', members }));
}

/* The shape as JSON Schema of the wire format. */

function wireSchema(of: Shape): Schema {
  switch (of.type) {
    case 'record':
      return { type: 'object', allOf: [{}, ...of.members.map(memberSchema)] };
    case 'list':
      if (of.bad === 'drop') return { type: 'array' };
      return {
        type: 'array',
        items: wireSchema(of.items),
        ...(of.max !== undefined && { maxItems: of.max }),
      };
    case 'map':
      return {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'null' }, wireSchema(of.items)] },
        ...(of.max !== undefined && { maxProperties: of.max }),
      };
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'money':
    case 'date':
    case 'url':
      return scalarSchema(of);
  }
}

function memberSchema(member: MemberShape): Schema {
  const absent = { enum: [null, ...absentValues(member)] };
  const isNeeded = member.required && member.default === undefined;
  const own = wireSchema(member.shape);
  const maybe: Schema = member.bad === 'absent' ? {} : { anyOf: [absent, own] };
  let schema: Schema = isNeeded ? { allOf: [own, { not: absent }] } : maybe;
  for (const step of member.wire.slice(1).split('/').reverse()) {
    schema = { properties: { [step]: schema }, ...(isNeeded && { type: 'object', required: [step] }) };
  }
  return schema;
}

/** Every scalar of the pool that the contract treats as absent, as written or after reading. */
function absentValues({ absent, shape: of }: MemberShape): readonly Json[] {
  if (absent === undefined) return [];
  return SCALARS.filter((value) => {
    if (value === null) return false;
    if (absent.includes(String(value))) return true;
    if (of.type === 'record' || of.type === 'list' || of.type === 'map' || of.read === undefined)
      return false;
    if (of.read === 'flag') return String(value) === '1' && absent.includes('true');
    const isNumeric = of.read === 'integer' || of.read === 'number' || of.read === 'minor';
    return isNumeric && fittingScalars(of).includes(value) && absent.includes(String(Number(value)));
  });
}

/** The schema of the result: names instead of wire names, types instead of readers, only declared members. */
function valueSchema(of: Shape): Schema {
  switch (of.type) {
    case 'record':
      return {
        type: 'object',
        properties: Object.fromEntries(of.members.map((member) => [member.name, valueSchema(member.shape)])),
        required: of.members
          .filter((member) => member.required || member.default !== undefined)
          .map((member) => member.name),
        additionalProperties: false,
      };
    case 'list':
      return {
        type: 'array',
        items: valueSchema(of.items),
        ...(of.max !== undefined && { maxItems: of.max }),
      };
    case 'map':
      return { type: 'object', additionalProperties: valueSchema(of.items) };
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'money':
    case 'date':
    case 'url': {
      const { read: _, ...bare } = of;
      return scalarSchema(bare);
    }
  }
}

/* Replies: first valid, then damaged. */

function reply(of: Shape): fc.Arbitrary<Json> {
  switch (of.type) {
    case 'record':
      return fc.tuple(...of.members.map((member) => reply(member.shape))).map((values) => {
        const json: { [name: string]: Json } = { unknown: { deep: [1] } };
        of.members.forEach((member, index) => place(json, member.wire, values[index] as Json));
        return json;
      });
    case 'list':
      return fc.array(reply(of.items), { maxLength: of.max ?? 3 });
    case 'map':
      return fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'toString'), reply(of.items), {
        maxKeys: of.max ?? 3,
      }) as fc.Arbitrary<Json>;
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'money':
    case 'date':
    case 'url':
      return fc.constantFrom(...fittingScalars(of));
  }
}

it('a reply is read exactly where ajv accepts it, and refused at a pointer that ajv reports', () => {
  const runs = Math.ceil(RUNS / 8);
  const damages = fc.array(
    fc.tuple(fc.nat(12), fc.oneof(junk, junk, fc.constant(GROWN), fc.constant(undefined))),
    {
      minLength: 7,
      maxLength: 7,
    },
  );
  const cases = record(3).chain((of) => fc.tuple(fc.constant(of), reply(of), damages));
  const seen = { read: 0, refused: 0, drops: 0 };
  fc.assert(
    fc.property(cases, ([of, fitting, list]) => {
      const accepts = ajv.compile(wireSchema(of));
      const fits = ajv.compile(valueSchema(of));
      let json = fitting;
      for (const change of [NO_DAMAGE, ...list]) {
        // Damage accumulates while the reply is still valid, and restarts otherwise.
        json = damage(accepts(json) ? json : fitting, change);
        const before = JSON.stringify(json);
        const result = readReply(json, of);
        hold(JSON.stringify(json) === before, () => ({ before, json }));
        const isAccepted = accepts(json);
        hold(result.ok === isAccepted, () => ({ json, isAccepted, result, of, errors: accepts.errors }));
        seen.drops += result.drops.length;
        if (result.ok) {
          seen.read++;
          const again = readStored(result.value, of);
          hold(fits(result.value), () => ({ of, value: result.value, errors: fits.errors }));
          hold(again.ok && isDeepStrictEqual(again.value, result.value), () => ({ of, result, again }));
        } else {
          seen.refused++;
          hold((accepts.errors ?? []).some(names(result.pointer)), () => ({
            of,
            result,
            errors: accepts.errors,
          }));
        }
      }
    }),
    { seed: SEED, numRuns: runs },
  );
  console.info(`read-reply against ajv: seed ${SEED}, ${runs} shapes, ${JSON.stringify(seen)}`);
  expect(seen.read).toBeGreaterThan(runs);
  expect(seen.refused).toBeGreaterThan(runs);
  expect(seen.drops).toBeGreaterThan(0);
});

it('a list with `bad: drop` keeps exactly the items that ajv accepts, up to max', () => {
  const runs = Math.ceil(RUNS / 8);
  const cases = shape(2).chain((items) =>
    fc.tuple(fc.constant(items), fc.array(fc.oneof(reply(items), junk), { maxLength: 8 })),
  );
  let dropped = 0;
  fc.assert(
    fc.property(cases, ([items, json]) => {
      const accepts = ajv.compile(wireSchema(items));
      const good = json.filter((item) => accepts(item));
      dropped += json.length - good.length;
      const max = json.length % 2 === 0 ? 2 : 100;
      const result = readReply(json, { type: 'list', items, bad: 'drop', max });
      const expected = good.slice(0, max).map((item) => readReply(item, items));
      expect(result).toMatchObject({ ok: true, value: expected.map((read) => read.ok && read.value) });
    }),
    { seed: SEED, numRuns: runs },
  );
  expect(dropped).toBeGreaterThan(runs / 4);
});

it('a member with `bad: absent` is present exactly where ajv accepts it, else absent and reported', () => {
  const runs = Math.ceil(RUNS / 8);
  const cases = shape(2).chain((of) => fc.tuple(fc.constant(of), fc.oneof(reply(of), junk)));
  const seen = { there: 0, absent: 0 };
  fc.assert(
    fc.property(cases, ([of, json]) => {
      const result = readReply(
        { one: json },
        { type: 'record', members: [{ name: 'one', wire: '/one', shape: of, bad: 'absent' }] },
      );
      const isThere = json !== null && ajv.compile(wireSchema(of))(json);
      seen[isThere ? 'there' : 'absent']++;
      hold(result.ok && isRecord(result.value) && 'one' in result.value === isThere, () => ({
        of,
        json,
        result,
      }));
      const isReported = result.drops.some(({ isMember, pointer }) => isMember && /^\/one/.test(pointer));
      hold(isThere || json === null || isReported || result.drops.length === 20, () => ({
        of,
        json,
        result,
      }));
    }),
    { seed: SEED, numRuns: runs },
  );
  expect(seen.there).toBeGreaterThan(runs / 4);
  expect(seen.absent).toBeGreaterThan(runs / 8);
});

it('every scalar of the pool is read exactly where ajv accepts it, with the meaning of its text', () => {
  const shapes = new Map(
    fc.sample(scalar, { seed: SEED, numRuns: 500 }).map((of) => [JSON.stringify(of), of]),
  );
  // Seven types, with and without their reader; a text without a reader also with its limit.
  expect(shapes.size).toBe(15);
  for (const of of shapes.values()) {
    for (const json of SCALARS) {
      const result = readReply(json, of);
      const isFitting = fittingScalars(of as ScalarShape).includes(json);
      hold(result.ok === isFitting, () => ({ of, json, result }));
      const flag = { '1': 'true', '0': 'false' }[String(json)];
      const meant = of.type === 'boolean' ? (flag ?? String(json)) : String(json);
      const isSame = (value: Value) =>
        typeof value === 'number' ? value === Number(json) : String(value) === meant;
      hold(!result.ok || isSame(result.value), () => ({ of, json, result }));
    }
  }
});
