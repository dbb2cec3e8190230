import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { ScalarShape } from '#renderer/plan/plan.ts';

/* Shared by the tests of reading: JSON values at and beyond every limit of a reader, and damage to them. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
const SAFE = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

// Texts on both sides of every limit of a reader; none has more characters than UTF-16 units.
const NUMERALS = [
  '0',
  '00',
  '-0',
  '7',
  '007',
  '-12',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999',
];
const DECIMALS = ['0.5', '7.0', '-7.25', '1e3', '1e999'];
export const URLS = [
  'https://a.example/x?y#z',
  'HTTP://a.example',
  '/shelf/1',
  '/',
  '#/shelf?a=1',
  'shelf?a=1',
  '?a=1',
];
const NO_URLS = [
  'a.example',
  'shelf',
  'a.png?b=1',
  '#a',
  '//a.example',
  'javascript:alert(1)',
  'https:///x',
  'https://u@a.example',
  '/a b',
  '/\\a',
  'ftp://a.example',
];
const WORDS = [
  '',
  ' ',
  'none',
  'yes',
  'true',
  'false',
  '1',
  'TRUE',
  '2026-03-06',
  '.5',
  '5.',
  '+5',
  ' 7',
  '0x10',
  'x'.repeat(64),
  'x'.repeat(65),
];
const POOL = [...NUMERALS, ...DECIMALS, ...URLS, ...NO_URLS, ...WORDS];
const NUMBERS = [0, 1, 7, -12, 0.5, 2 ** 53 - 1, 2 ** 53, 1e300];
export const SCALARS: readonly Json[] = [...POOL, ...NUMBERS, true, false, null];

const fittingByShape = new Map<string, readonly Json[]>();

/** The scalars of the pool that ajv accepts; compiled once for each scalar shape. */
export function fittingScalars(of: ScalarShape): readonly Json[] {
  const key = JSON.stringify(of);
  const known = fittingByShape.get(key);
  if (known !== undefined) return known;
  const accepts = ajv.compile(scalarSchema(of));
  const fitting = SCALARS.filter((value) => accepts(value));
  fittingByShape.set(key, fitting);
  return fitting;
}

export function scalarSchema(of: ScalarShape): Schema {
  const beyond = { not: { enum: ['9007199254740993', '99999999999999999', '1e999'] } };
  switch (of.type) {
    case 'text':
      return {
        type: of.read === 'text' ? ['string', 'number', 'boolean'] : 'string',
        ...(of.max !== undefined && { maxLength: of.max }),
      };
    case 'date':
      return { type: 'string' };
    case 'url':
      return { enum: URLS };
    case 'boolean':
      return of.read === 'flag'
        ? { enum: [true, false, 1, 0, '1', '0', 'true', 'false'] }
        : { type: 'boolean' };
    case 'integer':
    case 'money':
      if (of.read === undefined) return SAFE;
      return { anyOf: [SAFE, { type: 'string', pattern: '^-?[0-9]{1,16}$', ...beyond }] };
    case 'number':
      if (of.read === undefined) return { type: 'number' };
      return {
        anyOf: [
          { type: 'number' },
          { type: 'string', pattern: '^-?[0-9]+([.][0-9]+)?(e[0-9]+)?$', ...beyond },
        ],
      };
  }
}

export function place(json: { [name: string]: Json }, wire: string, value: Json): void {
  const steps = wire.slice(1).split('/');
  let holder = json;
  for (const step of steps.slice(0, -1)) {
    holder[step] ??= {};
    holder = holder[step] as { [name: string]: Json };
  }
  holder[steps.at(-1) ?? ''] = value;
}

export const junk: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SCALARS) },
  { weight: 1, arbitrary: fc.constantFrom<Json>([], {}, [null], [[]], { one: 1 }, ['7', 7, {}]) },
);

export const NO_DAMAGE = [-1, undefined] as const;
/** Lists and maps grow by copies of their content. */
export const GROWN = Symbol('grown');
export type Damage = readonly [at: number, by: Json | undefined | typeof GROWN];

function grow(node: Json): Json {
  if (Array.isArray(node)) return [...(node as readonly Json[]), ...(node as readonly Json[])];
  if (typeof node !== 'object' || node === null) return node;
  const [first] = Object.values(node);
  return first === undefined
    ? node
    : { ...(node as { readonly [name: string]: Json }), 'more-1': first, 'more-2': first, 'more-3': first };
}

/** Replaces, removes or grows one value of the reply, chosen by number. */
export function damage(json: Json, [at, by]: Damage): Json {
  let count = 0;
  const walk = (node: Json): Json | undefined => {
    if (count++ === at) return by === GROWN ? grow(node) : by;
    if (Array.isArray(node)) return node.map(walk).map((item) => item ?? null);
    if (typeof node !== 'object' || node === null) return node;
    const copy: { [name: string]: Json } = {};
    for (const [name, value] of Object.entries(node)) {
      const walked = walk(value);
      if (walked !== undefined) copy[name] = walked;
    }
    return copy;
  };
  return walk(json) ?? null;
}

/** A check inside a property; its message is written only if it fails. */
export function hold(condition: boolean, explain: () => unknown): void {
  if (!condition) throw new Error(JSON.stringify(explain()));
}

/** Ajv reports the first step that is missing or not a record, we report the member's full wire path. */
export const names =
  (pointer: string) =>
  ({ keyword, instancePath, params }: ErrorObject): boolean => {
    if (instancePath === pointer) return true;
    const missing = keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath;
    const isWay = keyword === 'required' || params['type'] === 'object';
    return isWay && `${pointer}/`.startsWith(`${missing}/`);
  };
