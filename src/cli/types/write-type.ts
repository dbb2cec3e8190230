import type { Type } from '#renderer/grammar/type.ts';

/** A name with its type, and whether it is optional. */
export interface TypedName {
  readonly name: string;
  readonly type: string;
  readonly absent?: boolean;
  /** A description for editors. */
  readonly about?: string | undefined;
}

/**
 * Writes a type of the language as TypeScript, on several lines if it has members.
 *
 * @param depth - Indentation in steps of two spaces.
 */
export function writeType(type: Type, depth: number): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'integer':
      return 'number';
    case 'money':
      return 'Money';
    case 'date':
      return 'Day';
    case 'url':
      return 'Url';
    case 'any':
      return 'unknown';
    case 'text':
      // A service may send values that were unknown when the contract was written.
      return type.known === undefined ? 'string' : [...type.known.map(quote), '(string & {})'].join(' | ');
    case 'list':
      return `readonly ${inBrackets(writeType(type.items, depth))}[]`;
    case 'map':
      return `{ readonly [key: string]: ${writeType(type.items, depth)} }`;
    case 'record':
      return writeRecord(
        [...type.members].map(([name, member]) => ({
          name,
          type: writeType(member.type, depth + 1),
          absent: member.absent,
        })),
        depth,
      );
  }
}

/** A record's members, sorted by name. */
export function writeRecord(members: readonly TypedName[], depth: number): string {
  if (members.length === 0) return 'Nothing';
  const indent = '  '.repeat(depth + 1);
  const lines = [...members]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, absent = false, about }) => {
      const words = about === undefined ? '' : `${indent}/** ${about.replaceAll('*/', '* /')} */\n`;
      return `${words}${indent}readonly ${keyOf(name)}${absent ? '?' : ''}: ${type}${absent ? ' | undefined' : ''};\n`;
    });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

/** A text as a literal type. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function inBrackets(type: string): string {
  return / \| |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}
