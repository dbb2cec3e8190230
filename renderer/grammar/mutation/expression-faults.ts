import { functions } from '../../plan/functions.generated.ts';
import { explainExpression } from '../expression/explain-source.ts';
import { innerOf } from '../expression/path-places.ts';
import { type Comparison, parseExpression, type Syntax } from '../expression/syntax.ts';
import { splitTemplate } from '../expression/template.ts';
import type { Type, TypeContext } from '../type.ts';
import type { FaultKind } from './kinds.ts';

/** A replacement of a few UTF-16 units of a text. */
export interface TextFault {
  readonly kind: FaultKind;
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  readonly inserted: string;
}

const OPPOSITE: { readonly [operator in Comparison]?: Comparison } = {
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

/** Functions and macros that are easily mistaken for each other. */
const OPPOSITE_CALL: { readonly [name: string]: string } = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  lowerAscii: 'upperAscii',
  upperAscii: 'lowerAscii',
  addDays: 'addMonths',
  addMonths: 'addDays',
  addYears: 'addMonths',
};

/** Faults in an expression: operators, literals, and another member of the same type. */
export function faultsInExpression(source: string, scope: TypeContext): readonly TextFault[] {
  const { tree } = parseExpression(source);
  return tree === undefined ? [] : [...visit(tree, source, scope, false)];
}

/** The same for a text with `${…}`. */
export function faultsInTemplate(source: string, scope: TypeContext): readonly TextFault[] {
  return splitTemplate(source).parts.flatMap((part) =>
    part.kind === 'words'
      ? []
      : faultsInExpression(part.source, scope).map((fault) => ({ ...fault, at: fault.at + part.at })),
  );
}

function* visit(node: Syntax, source: string, scope: TypeContext, isInPath: boolean): Generator<TextFault> {
  const replace = (kind: FaultKind, inserted: string, at = node.at, length = node.length): TextFault => ({
    kind,
    at,
    length,
    inserted,
  });
  const written = source.slice(node.start, node.end);
  switch (node.kind) {
    case 'compare': {
      const other = OPPOSITE[node.operator];
      if (other !== undefined) yield replace('change-operator', other);
      break;
    }
    case 'conditional': {
      const [one, other] = [node.then, node.otherwise];
      const swapped = `${source.slice(other.start, other.end)}${source.slice(one.end, other.start)}${source.slice(one.start, one.end)}`;
      yield replace('swap-branches', swapped, one.start, other.end - one.start);
      break;
    }
    case 'and':
      yield replace('change-operator', '||');
      break;
    case 'or':
      yield replace('change-operator', '&&');
      break;
    case 'arithmetic':
      if (node.operator === '/') yield replace('change-operator', '*');
      else if (node.operator !== '*') yield replace('change-operator', node.operator === '+' ? '-' : '+');
      break;
    case 'call':
    case 'macro': {
      const name = node.kind === 'call' ? node.name : node.macro;
      const other = Object.hasOwn(OPPOSITE_CALL, name) ? OPPOSITE_CALL[name] : undefined;
      if (other !== undefined) yield replace('change-operator', other);
      if (node.kind === 'call') yield* swapArguments(node, source);
      break;
    }
    case 'integer':
      yield replace('change-literal', String(node.value + 1), node.start, written.length);
      break;
    case 'text':
      yield replace('change-literal', `${written.slice(0, -1)}~'`, node.start, written.length);
      break;
    case 'boolean':
      yield replace('change-literal', String(!node.value), node.start, written.length);
      break;
    case 'member': {
      const neighbour = isInPath ? undefined : neighbourOf(node, source, scope);
      if (neighbour !== undefined) {
        const { length } = node.name;
        yield replace('change-binding', neighbour, node.end - length, length);
      }
      break;
    }
    default:
  }
  // The argument of `has` is only tested, not read.
  if (node.kind === 'has') return;
  for (const inner of innerOf(node)) yield* visit(inner, source, scope, node.kind === 'member');
}

/** The order of `min` and `max` has no meaning. */
const SYMMETRIC: ReadonlySet<string> = new Set(['min', 'max']);

/** Two arguments of the same kind, the other way round. */
function* swapArguments(
  { name, receiver, args }: Syntax & { readonly kind: 'call' },
  source: string,
): Generator<TextFault> {
  if (SYMMETRIC.has(name) || !Object.hasOwn(functions, name)) return;
  const kinds: readonly string[] = functions[name as keyof typeof functions].arguments;
  const before = receiver === undefined ? 0 : 1;
  for (const [at, one] of args.entries()) {
    const next = args[at + 1];
    if (next === undefined || kinds[at + before] !== kinds[at + before + 1]?.replace('?', '')) continue;
    const [first, second] = [source.slice(one.start, one.end), source.slice(next.start, next.end)];
    if (first === second) continue;
    const inserted = `${second}${source.slice(one.end, next.start)}${first}`;
    yield { kind: 'swap-arguments', at: one.start, length: next.end - one.start, inserted };
  }
}

/** The next member of the same record with the same type. */
function neighbourOf(
  node: Syntax & { readonly kind: 'member' },
  source: string,
  scope: TypeContext,
): string | undefined {
  const around = explainExpression(source, node.of.end - 1, scope)?.typed.type;
  if (around?.kind !== 'record') return undefined;
  const names = [...around.members.keys()];
  const at = names.indexOf(node.name);
  const own = around.members.get(node.name);
  if (at < 0 || own === undefined) return undefined;
  const others = [...names.slice(at + 1), ...names.slice(0, at)];
  const isAlike = (name: string, isStrict: boolean): boolean => {
    const member = around.members.get(name);
    return (
      member !== undefined && isSameType(member.type, own.type) && (!isStrict || member.absent === own.absent)
    );
  };
  return others.find((name) => isAlike(name, true)) ?? others.find((name) => isAlike(name, false));
}

function isSameType(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'list' && b.kind === 'list') return isSameType(a.items, b.items);
  if (a.kind === 'record' && b.kind === 'record') return a.origin === b.origin;
  return true;
}
