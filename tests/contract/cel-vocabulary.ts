/*
 * Decides which cases of the public CEL suite need features that our language lacks. Uses only the case: its words, and the
 * result of the suite's reference checker (constants, node kinds, types, overloads), not our own parser or checker.
 */

export interface ConformanceCase {
  readonly suite: string;
  readonly name: string;
  readonly source: string;
  readonly declarations: readonly Declaration[];
  readonly bindings: { readonly [name: string]: CelValue };
  /** Undefined if only the type is tested. */
  readonly value?: CelValue;
  readonly deduced?: CelType;
  readonly fails: boolean;
  /** Syntax trees as the reference implementation prints them; absent if it could not parse or check the source. */
  readonly parsed?: string;
  readonly checked?: string;
  /** The reference checker's error. */
  readonly error?: string;
}

export interface Declaration {
  readonly name: string;
  readonly type?: CelType;
}

export interface CelType {
  readonly primitive?: string;
  readonly listType?: { readonly elemType?: CelType };
  readonly mapType?: { readonly keyType?: CelType; readonly valueType?: CelType };
}

/** A value in the suite's JSON: `{ "int64Value": "1" }`. */
export type CelValue = { readonly [kind: string]: unknown };

/** Constants that our language has; it lacks the others (uint, bytes, null). */
const CONSTANTS = new Set(['Int64Value', 'DoubleValue', 'StringValue', 'BoolValue']);

/** Overloads, named by the reference checker, that are operators and functions of our language. */
const OVERLOADS = new Set([
  ...['logical_and', 'logical_or', 'logical_not', 'not_strictly_false', 'equals', 'not_equals', 'in_list'],
  ...['less_int64', 'less_double', 'less_equals_int64', 'less_equals_double'],
  ...['greater_int64', 'greater_double', 'greater_equals_int64', 'greater_equals_double'],
  ...['add_int64', 'add_double', 'subtract_int64', 'subtract_double', 'multiply_int64', 'multiply_double'],
  ...['negate_int64', 'negate_double', 'size_list', 'size_map'],
  ...['contains_string', 'starts_with_string', 'ends_with_string', 'size_string'],
  ...['string_trim', 'string_lower_ascii', 'string_upper_ascii'],
  ...['string_replace_string_string', 'string_split_string'],
  ...['select_optional_field', 'optional_list_optindex_optional_int', 'optional_orValue_value'],
]);

/** Functions and macros, as sources call them. */
const CALLS = new Set([
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'trim',
  'lowerAscii',
  'upperAscii',
  'replace',
  'split',
  'orValue',
  'has',
  'filter',
  'map',
  'exists',
  'all',
]);
const MACROS = new Set(['filter', 'map', 'exists', 'all']);
const WORDS = new Set(['true', 'false', 'in']);
const TYPES = new Set(['int', 'double', 'string', 'bool', 'list', 'map', 'optional_type']);

/** Why a case is left out that our checker may accept. */
export const OWN_MEANING = 'meaning: /';

/** The missing feature that the case needs, or `undefined`. */
export function leftOutBecause(of: ConformanceCase): string | undefined {
  return spelling(of.source) ?? names(of) ?? variables(of) ?? tree(of);
}

/** Finds literals, operators and names outside our grammar, by tokens. */
function spelling(source: string): string | undefined {
  const words = tokensOf(source);
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (/^[bB]?[rR]?[bB]?('|")/.test(word) && !/^['"]/.test(word)) return 'literal: bytes or raw text';
    if (/^('''|""")/.test(word)) return 'literal: text in three quotes';
    if (word.startsWith('//')) return 'syntax: comment';
    if (word.startsWith('`')) return 'syntax: name in backquotes';
    if (/^[0-9.]/.test(word) && word !== '.') {
      if (!/^[0-9]+(\.[0-9]+)?$/.test(word)) return 'literal: number that is not plain digits';
      if (!Number.isSafeInteger(Math.trunc(Number(word)))) return 'type: whole number beyond 2^53';
    }
    if (word === 'null') return 'type: null';
    if (word === '?' && next !== undefined && /^[{,]$/.test(words[index - 1] ?? ''))
      return 'syntax: optional entry';
    if (word === '{') return 'type: literal of a map or message';
    // CEL cuts the quotient of whole numbers and divides by 0; ours is a Number or absent.
    if (word === '/') return OWN_MEANING;
    if (word === '%') return 'function: %';
    if (word === '.' && (index === 0 || /^[(,[!&|=<>+*-]/.test(words[index - 1] ?? '')))
      return 'syntax: name with a leading dot';
  }
  return undefined;
}

/** Finds unknown functions, and undeclared names. */
function names({ source, declarations }: ConformanceCase): string | undefined {
  const words = tokensOf(source);
  const known = new Set(declarations.map(({ name }) => name));
  for (const [index, word] of words.entries()) {
    if (MACROS.has(word) && words[index + 1] === '(') known.add(words[index + 2] ?? '');
  }
  for (const [index, word] of words.entries()) {
    if (!/^[A-Za-z_]\w*$/.test(word) || WORDS.has(word)) continue;
    const isMember = words[index - 1] === '.' || (words[index - 1] === '?' && words[index - 2] === '.');
    if (words[index + 1] === '(') {
      if (!CALLS.has(word)) return `function: ${word}`;
    } else if (!isMember && !known.has(word)) return 'name: not declared';
  }
  return undefined;
}

function variables({ declarations, source }: ConformanceCase): string | undefined {
  const words = new Set(tokensOf(source));
  for (const { name, type } of declarations) {
    if (name.includes('.')) return 'name: qualified';
    if (words.has(name) && (type === undefined || !hasCounterpart(type))) return 'type: of a variable';
  }
  return undefined;
}

export function hasCounterpart({ primitive, listType, mapType }: CelType): boolean {
  if (primitive !== undefined) return ['BOOL', 'INT64', 'DOUBLE', 'STRING'].includes(primitive);
  if (listType !== undefined) return listType.elemType !== undefined && hasCounterpart(listType.elemType);
  if (mapType === undefined) return false;
  return (
    mapType.keyType?.primitive === 'STRING' &&
    mapType.valueType !== undefined &&
    hasCounterpart(mapType.valueType)
  );
}

/** Finds unknown constants, overloads and types in the reference checker's result, and its errors. */
function tree({ source, checked, parsed, error }: ConformanceCase): string | undefined {
  for (const [, kind] of (parsed ?? '').matchAll(/#\*expr\.Constant_(\w+)#/g))
    if (kind !== undefined && !CONSTANTS.has(kind)) return `type: constant ${kind}`;
  if (checked === undefined)
    return parsed === undefined || isOneNumber(error) ? undefined : 'type: the reference checker refuses it';
  // A macro is printed as its loop: `filter` conditionally appends one-item lists to its result.
  const bare = checked
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll('conditional', 'logical_and')
    .replaceAll('[]~list(dyn)', '[]~list');
  // Nested empty lists have no item type in either language.
  const isEmpty = /^[[\],\s=!]*$/.test(source);
  const isFiltering = bare.includes('@result');
  for (const [, overload] of bare.matchAll(/\^([a-z]\w*_[\w|]*|equals)/g))
    if (overload !== undefined && !OVERLOADS.has(overload) && !(isFiltering && overload === 'add_list'))
      return `function: ${overload}`;
  for (const [, type] of bare.matchAll(/~([a-z]\w*(?:\((?:[\w., ]|\((?:[\w., ]|\([^()]*\))*\))*\))?)/g))
    for (const [word] of (type ?? '').matchAll(/[a-z]\w*/g))
      if (!TYPES.has(word) && !(isEmpty && word === 'dyn')) return `type: ${word}`;
  return undefined;
}

/** Whether the only error is a mix of integers and doubles: our language has one number type. */
function isOneNumber(error = ''): boolean {
  const operands = /no matching overload for '_[=!]=_' applied to '\((.*)\)'/.exec(error)?.[1];
  const [left, right] = operands?.replaceAll('double', 'int').split(', ') ?? [];
  return left !== undefined && left === right;
}

/** Tokens of a CEL source; texts, numbers and names are whole, everything else is split into characters. */
export function tokensOf(source: string): readonly string[] {
  const words =
    /[bBrR]{0,2}("""[^]*?"""|'''[^]*?''')|[bB]?[rR][bB]?("[^"\n]*"|'[^'\n]*')|[bB]?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|`[^`]*`|\/\/[^\n]*|[A-Za-z_]\w*|(?:[0-9]+\.?[0-9]*|\.[0-9]+)[\w]*(?:(?<=[eE])[+-][0-9]+)?|[^\s]/g;
  return source.match(words) ?? [];
}
