import { didYouMean } from '../nearest.ts';
import type { StringProblem, Type, TypeContext } from '../type.ts';
import { type Absence, type Checked, compose, lowerMember } from './checked.ts';
import { isForbiddenName, ROOTS } from './names.ts';
import { pathText, type Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { typeName } from './types.ts';

/** The methods of the checker that reading a path needs. */
export interface PathReader {
  readonly context: TypeContext;
  readonly proven: ReadonlySet<string>;
  readonly mayBeAbsent: boolean;
  check(node: Syntax): Checked | undefined;
  operand(node: Syntax): Checked | undefined;
  refuse(problem: StringProblem): undefined;
}

/**
 * Reads a path without a check of its presence: `unproven` is the first member that may be absent. A proven
 * path proves its prefixes.
 */
export function readPath(node: Syntax, reader: PathReader): Checked | undefined {
  switch (node.kind) {
    case 'name':
      return readName(node, reader);
    case 'member':
      return readMember(node, reader);
    case 'index':
      return readIndex(node, reader);
    default:
      return reader.check(node);
  }
}

/** Accepts or reports an `unproven` member that `readPath` returned. */
export function settlePath(path: Checked | undefined, reader: PathReader): Checked | undefined {
  if (path?.unproven === undefined) return path;
  const { unproven, ...rest } = path;
  if (!reader.mayBeAbsent) return reader.refuse(absenceProblem(unproven));
  return { ...rest, absences: [...rest.absences, unproven] };
}

/** The problem of a member that may be absent, with the ways to handle it. */
export function absenceProblem({ path, at, length }: Absence): StringProblem {
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  const optional = `${path.slice(0, dot)}.?${name}.orValue(…)`;
  if (/^form\.[^.]+\.[^.]+$/.test(path)) {
    // In the actions of `submit` a required field is present.
    const message = `"${path}" may be absent until its form is submitted, also if a rule requires it.`;
    const ways = `write has(${path}) && ${path} == …, or ${optional}`;
    return error('expression/absent', at, length, message, ways);
  }
  // `has(…)` cannot test a computed value.
  const help = path.startsWith('…')
    ? `give it a default: .?${name}.orValue(…)`
    : dot < 0
      ? `test it first: has(${path}) && …`
      : `test it first: has(${path}) && …; or give a default: ${optional}`;
  return error('expression/absent', at, length, `"${path}" may be absent.`, help);
}

function readName(node: Extract<Syntax, { kind: 'name' }>, reader: PathReader): Checked | undefined {
  const { context, proven } = reader;
  const rooted = context.root(node.name);
  if (rooted === undefined) {
    const message =
      ROOTS.has(node.name) || WHERE_KNOWN.has(node.name)
        ? `"${node.name}" is not in scope here.`
        : `There is no "${node.name}" in scope.`;
    const help = WHERE_KNOWN.get(node.name) ?? didYouMean(node.name, context.names());
    return reader.refuse(error('expression/unknown-name', node.at, node.length, message, help));
  }
  const path = { ...compose(rooted.type, rooted.lowered ?? ['get', node.name]), path: node.name };
  return rooted.absent && !proven.has(node.name)
    ? { ...path, unproven: { path: node.name, at: node.at, length: node.length } }
    : path;
}

const WHERE_KNOWN = new Map([
  ['error', '"error" is in scope in catch, in invalid, and in the texts of a failure'],
  ['reply', '"reply" is in scope in done and failed of a critical request, and in check of a remote rule'],
  ['request', '"request" is in scope in an endpoint'],
  ['inputs', '"inputs" is in scope in a named list that declares inputs'],
  ['pages', '"pages" is in scope on a screen with data that has "pages"'],
  ['values', '"values" is in scope where the document or app.json declares values'],
  ['data', '"data" is in scope in a screen after it is loaded: not in "enter", and not in a part'],
]);

function readMember(node: Extract<Syntax, { kind: 'member' }>, reader: PathReader): Checked | undefined {
  const base = readPath(node.of, reader);
  if (base === undefined) return undefined;
  const member = memberOf(base.type, node.name);
  if (member === undefined) return reader.refuse(unknownMember(node, base.type));
  const named =
    node.of.kind === 'name' ? reader.context.root(node.of.name)?.memberAt?.(node.name) : undefined;
  const path = base.path === undefined ? undefined : `${base.path}.${node.name}`;
  const read: Checked = {
    ...compose(member.type, named?.lowered ?? lowerMember(base.lowered, node.name)),
    ...(named && { provesTrue: named.provesTrue, provesFalse: named.provesFalse }),
    ...(path === undefined ? {} : { path }),
    cost: named?.cost ?? base.cost,
    absences: base.absences,
    optional: base.optional || node.optional,
  };
  if (path !== undefined && reader.proven.has(path)) return read;
  if (base.unproven !== undefined) return { ...read, unproven: base.unproven };
  if (!member.absent || node.optional) return read;
  if (base.optional) {
    const message = `"${node.name}" may be absent, too.`;
    const help = `write .?${node.name}`;
    return reader.refuse(error('expression/absent', node.at, node.length, message, help));
  }
  // A computed value has no path to prove; only `.?` helps.
  const written = path ?? `….${node.name}`;
  return { ...read, unproven: { path: written, at: node.at, length: node.length } };
}

function readIndex(node: Extract<Syntax, { kind: 'index' }>, reader: PathReader): Checked | undefined {
  const base = readPath(node.of, reader);
  const index = reader.operand(node.index);
  if (base === undefined || index === undefined) return undefined;
  const { kind } = base.type;
  if (kind !== 'list' && kind !== 'map' && kind !== 'any') {
    const message = `[?…] is for lists and maps; this is ${typeName(base.type)}.`;
    return reader.refuse(error('expression/type', node.at, node.length, message));
  }
  const wanted = kind === 'map' ? 'text' : 'integer';
  if (kind !== 'any' && index.type.kind !== wanted && index.type.kind !== 'any') {
    const message = `${kind === 'map' ? 'A key is Text' : 'An index is an Integer'}, not ${typeName(index.type)}.`;
    return reader.refuse(
      error('expression/type', node.index.start, node.index.end - node.index.start, message),
    );
  }
  if (node.index.kind === 'text' && isForbiddenName(node.index.value)) {
    const { start, end, value } = node.index;
    return reader.refuse(
      error('expression/forbidden-name', start, end - start, `"${value}" is not allowed as a name.`),
    );
  }
  const items = base.type.kind === 'list' || base.type.kind === 'map' ? base.type.items : base.type;
  return {
    ...compose(items, ['at', base.lowered, index.lowered], [base, index]),
    ...(base.unproven === undefined ? {} : { unproven: base.unproven }),
    optional: true,
  };
}

function memberOf(type: Type, name: string): { readonly type: Type; readonly absent: boolean } | undefined {
  if (type.kind === 'record') return type.members.get(name);
  if (type.kind === 'map') return { type: type.items, absent: true };
  return type.kind === 'any' ? { type, absent: false } : undefined;
}

function unknownMember(node: Extract<Syntax, { kind: 'member' }>, type: Type): StringProblem {
  const of = pathText(node.of) ?? 'this';
  if (type.kind !== 'record') {
    const message = `"${of}" is ${typeName(type)}, which has no members; "${node.name}" cannot be read.`;
    const help =
      type.kind === 'list' ? 'write [?0] for its first item, or repeat the element with each' : undefined;
    return error('expression/unknown-member', node.at, node.length, message, help);
  }
  const where = type.origin === undefined ? '' : ` (${type.origin})`;
  const message = `"${of}"${where} has no member "${node.name}".`;
  const help = didYouMean(node.name, type.members.keys());
  return error('expression/unknown-member', node.at, node.length, message, help);
}
