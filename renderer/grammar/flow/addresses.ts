import type { Expression } from '../../plan/expression.ts';
import type { Flow, Type } from '../type.ts';
import { BARE_HOST, beginOf, type Flows, flowOf, nameOf, withItem } from './flow.ts';

/** An address that a definition composes from words and values. */
export interface Address {
  /** Its target in messages and exceptions: `https://host`, `mailto:`, `order-details#payUrl`. */
  readonly to: string;
  readonly parts: readonly Flow[];
}

/**
 * Collects the addresses that an expression composes.
 *
 * @param wanted Expected type of the expression.
 * @param found The addresses are added to this list.
 */
export function findAddresses(
  expression: Expression | undefined,
  wanted: Type | undefined,
  flows: Flows,
  found: Address[],
): void {
  if (expression === undefined || typeof expression !== 'object') return;
  const visit = (part: Expression, type?: Type): void => findAddresses(part, type, flows, found);
  switch (expression[0]) {
    case 'record':
      for (const [name, member] of Object.entries(expression[1])) visit(member, wantedMember(wanted, name));
      return;
    case 'list': {
      const [, ...items] = expression;
      for (const item of items) visit(item, wantedMember(wanted, ''));
      return;
    }
    case 'each': {
      const [, list, name, body] = expression;
      visit(list);
      findAddresses(body, wanted, withItem(flows, name, flowOf(list, flows)), found);
      return;
    }
    case 'choose': {
      const [, ...entries] = expression;
      for (const [, value] of entries) visit(value, wanted);
      return;
    }
    case 'or':
      visit(expression[1], wanted);
      visit(expression[2], wanted);
      return;
    case 'at':
    case 'member':
    case 'filter':
      visit(expression[1]);
      return;
    case 'text':
      for (const value of Object.values(expression[2] ?? {})) visit(value);
      return;
    case 'call': {
      const [, name, ...args] = expression;
      if (name === 'concat' && wanted?.kind === 'url') found.push(ofTemplate(args, flows));
      if (name === 'withQuery') found.push(ofQuery(args, flows));
      for (const argument of args) visit(argument);
      return;
    }
    default:
    // Paths compose nothing, and conditions only select.
  }
}

function wantedMember(type: Type | undefined, name: string): Type | undefined {
  if (type?.kind === 'list' || type?.kind === 'map') return type.items;
  return type?.kind === 'record' ? type.members.get(name)?.type : undefined;
}

function ofTemplate(args: readonly Expression[], flows: Flows): Address {
  const begin = beginOf(flowOf(['call', 'concat', ...args], flows));
  return { to: destinationOf(begin), parts: args.map((argument) => flowOf(argument, flows)) };
}

/** An added parameter does not change an address's target. */
function ofQuery([address, ...added]: readonly Expression[], flows: Flows): Address {
  const of = flowOf(address, flows);
  return {
    to: of.kind === 'read' ? nameOf(of) : destinationOf(beginOf(of)),
    parts: added.map((argument) => flowOf(argument, flows)),
  };
}

/** Scheme and host, or only the scheme; empty if it depends on data. */
export function destinationOf(begin: string): string {
  return /^\s*((?:https?:)?[/\\]{2}[^/?#\\]*|[a-z][a-z0-9+.-]*:)/i.exec(begin)?.[1]?.toLowerCase() ?? '';
}

/** As `destinationOf`, for a text that a program may complete to an address: also accepts a host without a scheme. */
export function destinationOfText(begin: string): string {
  return BARE_HOST.exec(begin)?.[0].toLowerCase() ?? destinationOf(begin);
}

/** Whether a text with this beginning can be an address of another origin. */
export function mayBeAddress(begin: string): boolean {
  return begin.trim() === '' || destinationOfText(begin) !== '';
}
