import { describe, expect, it } from 'vitest';
import { importSchema, type Imported } from './import-schema.ts';
import { KEYWORDS } from './keywords.ts';

type Json = { readonly [name: string]: unknown };

/* Each keyword of each draft, with an effective value. */

/** Keywords that only describe the document or resolve references: they are not in a form. */
const REFERENCES = ['$schema', '$id', 'id', '$anchor', '$defs', 'definitions'];

const TEXT = { type: 'string' };
const OBJECT = { type: 'object', properties: { a: TEXT, b: TEXT } };
const LIST = { type: 'array', items: TEXT };
const NUMBER = { type: 'integer', minimum: 2, maximum: 9 };
const IF = { type: 'object', properties: { a: TEXT }, if: { properties: { a: { const: 'x' } } } };

/** A keyword with its value, and the rest of the schema that contains the keyword. */
type Case = readonly [keyword: string, value: unknown, around: Json];

const DRAFT_04: readonly Case[] = [
  ['title', 'Size', TEXT],
  ['description', 'As on the label', TEXT],
  ['default', 'L', TEXT],
  ['default', ['L'], LIST],
  ['default', { a: 'L' }, OBJECT],
  ['default', 1.5, NUMBER],
  ['default', null, TEXT],
  ['multipleOf', 5, NUMBER],
  ['maximum', 5, { type: 'integer' }],
  ['exclusiveMaximum', true, NUMBER],
  ['minimum', 5, { type: 'integer' }],
  ['exclusiveMinimum', true, NUMBER],
  ['maxLength', 5, TEXT],
  ['minLength', 5, TEXT],
  ['pattern', '^a$', TEXT],
  ['pattern', '(', TEXT],
  ['format', 'email', TEXT],
  ['format', 'colour', TEXT],
  ['additionalItems', false, { type: 'array', items: [TEXT] }],
  ['items', { type: 'integer' }, { type: 'array' }],
  ['items', [TEXT, { type: 'integer' }], { type: 'array' }],
  ['maxItems', 3, LIST],
  ['minItems', 3, LIST],
  ['uniqueItems', true, LIST],
  ['maxProperties', 1, OBJECT],
  ['minProperties', 1, OBJECT],
  ['required', ['a'], OBJECT],
  ['required', ['c'], OBJECT],
  ['additionalProperties', { type: 'integer' }, OBJECT],
  ['additionalProperties', false, { allOf: [OBJECT], properties: { c: TEXT }, type: 'object' }],
  ['properties', { c: TEXT }, { type: 'object' }],
  ['patternProperties', { '^x': TEXT }, OBJECT],
  ['dependencies', { a: ['b'] }, OBJECT],
  ['dependencies', { a: { required: ['b'] } }, OBJECT],
  ['enum', ['a', 'b'], {}],
  ['enum', [['a'], ['b']], {}],
  ['enum', [null], {}],
  ['type', 'integer', {}],
  ['type', 'null', {}],
  ['type', ['string', 'null'], {}],
  ['type', ['string', 'integer'], {}],
  ['allOf', [{ minLength: 3 }], TEXT],
  ['anyOf', [{ type: 'string' }, { type: 'integer' }], {}],
  ['anyOf', [{ type: 'null' }], {}],
  ['oneOf', [{ type: 'string' }, { type: 'integer' }], {}],
  ['not', { const: 'a' }, TEXT],
  ['not', { pattern: 'a' }, TEXT],
  ['$ref', '#/$defs/short', {}],
  ['$ref', 'other.json', {}],
];

const DRAFT_06: readonly Case[] = [
  ['const', 'a', {}],
  ['const', null, {}],
  ['const', { a: 1 }, {}],
  ['contains', { const: 'a' }, LIST],
  ['propertyNames', { pattern: 'a' }, OBJECT],
  ['examples', ['a'], TEXT],
  ['exclusiveMaximum', 5, { type: 'integer' }],
  ['exclusiveMinimum', 5, { type: 'integer' }],
];

const DRAFT_07: readonly Case[] = [
  ['$comment', 'Ask sales', TEXT],
  ['if', { properties: { a: { pattern: 'x' } } }, { ...OBJECT, then: { required: ['b'] } }],
  ['then', { required: ['a'] }, IF],
  ['else', { required: ['a'] }, IF],
  ['readOnly', true, TEXT],
  ['writeOnly', true, TEXT],
  ['contentMediaType', 'image/png', TEXT],
  ['contentEncoding', 'base64', TEXT],
];

const DRAFT_2019: readonly Case[] = [
  ['$recursiveRef', '#', {}],
  ['$recursiveAnchor', true, OBJECT],
  ['$vocabulary', { 'https://example.com/v': true }, TEXT],
  ['dependentSchemas', { a: { required: ['b'] } }, OBJECT],
  ['dependentRequired', { a: ['b'] }, OBJECT],
  ['unevaluatedItems', false, LIST],
  ['unevaluatedProperties', { type: 'integer' }, OBJECT],
  ['minContains', 2, { ...LIST, contains: { const: 'a' } }],
  ['maxContains', 2, { ...LIST, contains: { const: 'a' } }],
  ['contentSchema', { type: 'object' }, TEXT],
  ['deprecated', true, TEXT],
];

const DRAFT_2020: readonly Case[] = [
  ['$dynamicRef', '#x', {}],
  ['$dynamicAnchor', 'x', TEXT],
  ['prefixItems', [TEXT], LIST],
];

const MALFORMED: readonly Case[] = [
  ['minimum', '5', { type: 'integer' }],
  ['exclusiveMinimum', true, { type: 'integer' }],
  ['multipleOf', 0, NUMBER],
  ['minLength', -1, TEXT],
  ['maxItems', 1.5, LIST],
  ['uniqueItems', 'yes', LIST],
  ['required', true, TEXT],
  ['required', 'a', OBJECT],
  ['type', 'any', {}],
  ['type', 'text', {}],
  ['enum', 'a', {}],
  ['properties', ['a'], { type: 'object' }],
  ['allOf', { minLength: 3 }, TEXT],
  ['dependencies', { a: 'b' }, OBJECT],
  ['title', 5, TEXT],
  ['pattern', 5, TEXT],
  ['not', 'a', TEXT],
  ['additionalProperties', 'no', OBJECT],
];

function made(member: Json): Imported {
  const schema = {
    type: 'object',
    required: ['m'],
    properties: { m: member },
    $defs: { short: { type: 'string', maxLength: 2 } },
  };
  const result = importSchema({ file: 'a.json', text: JSON.stringify(schema), id: 'made' });
  if ('message' in result) throw new Error(result.message);
  return result;
}

const places = ({ notCarried, notes }: Imported) => [...notCarried, ...notes].map(({ pointer }) => pointer);

/** Whether the keyword has no effect on the form. */
function isSilent([keyword, value, around]: Case): boolean {
  const [before, after] = [made(around), made({ ...around, [keyword]: value })];
  const isNamed = places(after).some((pointer) => pointer.startsWith(`/properties/m/${keyword}`));
  const documents = ({ screen, endpoint }: Imported) => JSON.stringify([screen, endpoint]);
  return !isNamed && documents(before) === documents(after);
}

const title = ([keyword, value, around]: Case) =>
  [`${keyword}: ${JSON.stringify(value)} in ${JSON.stringify(around)}`, [keyword, value, around]] as const;

describe('capiz import carries over or reports every keyword', () => {
  it.each([...DRAFT_04, ...DRAFT_06, ...DRAFT_07, ...DRAFT_2019, ...DRAFT_2020].map(title))(
    '%s',
    (_title, one) => {
      expect(isSilent(one as Case)).toBe(false);
    },
  );

  it.each(MALFORMED.map(title))('reports an invalid value of %s', (_title, [keyword, value, around]) => {
    const { notCarried } = made({ ...(around as Json), [keyword as string]: value });
    expect(notCarried.map(({ pointer }) => pointer)).toContain(`/properties/m/${keyword as string}`);
  });

  it('has a case for every keyword that it knows', () => {
    const cases = [...DRAFT_04, ...DRAFT_06, ...DRAFT_07, ...DRAFT_2019, ...DRAFT_2020];
    const tried = new Set([...REFERENCES, ...cases.map(([keyword]) => keyword)]);
    expect(Object.keys(KEYWORDS).filter((keyword) => !tried.has(keyword))).toEqual([]);
  });
});

describe('capiz import reads', () => {
  const fields = (member: Json) => JSON.stringify([made(member).screen, made(member).endpoint]);

  it('the boolean bounds of draft-04 as the bounds of later drafts', () => {
    const old = { type: 'integer', minimum: 2, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true };
    expect(fields(old)).toBe(fields({ type: 'integer', exclusiveMinimum: 2, exclusiveMaximum: 9 }));
    expect(fields({ ...NUMBER, exclusiveMinimum: false, exclusiveMaximum: false })).toBe(fields(NUMBER));
    const inside = (bound: Json) =>
      fields({
        ...OBJECT,
        properties: { a: TEXT, n: { type: 'integer' } },
        not: { properties: { n: bound } },
      });
    expect(inside({ minimum: 2, exclusiveMinimum: true })).toBe(inside({ exclusiveMinimum: 2 }));
  });

  it('a member that can only be null as a member without a field, which is sent as null', () => {
    const { screen, endpoint, notCarried } = made({ type: 'null' });
    expect(JSON.stringify(screen)).not.toContain('text-field');
    expect(endpoint).toMatchObject({ request: { properties: { m: { absent: 'null' } } } });
    expect(notCarried).toEqual([]);
  });

  it('the title of an alternative as the title of this alternative only', () => {
    const part = (name: string) => ({
      title: `By ${name}`,
      description: `With ${name}`,
      type: 'object',
      required: [name],
      properties: { [name]: TEXT },
    });
    const { screen, notCarried } = made({ oneOf: [part('card'), part('bank')] });
    const text = JSON.stringify(screen);
    expect(text).toContain('"title":"M"');
    expect(text).toContain('"text":"By card"');
    expect(text).toContain('"text":"By bank"');
    expect(notCarried.map(({ pointer }) => pointer)).toEqual([
      '/properties/m/oneOf/0/description',
      '/properties/m/oneOf/1/description',
    ]);
  });

  it('keywords beside a reference before those of its target', () => {
    const { screen } = made({ $ref: '#/$defs/short', title: 'Size', default: 'L', minLength: 1 });
    const text = JSON.stringify(screen);
    expect(text).toContain('"label":"Size"');
    expect(text).toContain('"initial":"L"');
    expect(text).toContain('{0,2}');
  });
});
