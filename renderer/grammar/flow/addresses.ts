import type { Expression } from '../../plan/expression.ts';
import type { Flow, Type } from '../type.ts';
import { beginOf, type Flows, flowOf, nameOf, withItem } from './flow.ts';

/** An address that a definition puts together. */
export interface Address {
  /** Where it leads, as messages and exceptions name it: `https://host`, `mailto:`, `order-details#payUrl`. */
  readonly to: string;
  readonly parts: readonly Flow[];
}

/** Every address that a value puts together, where a value of this type is wanted. */
export function* addressesIn(
  expression: Expression | undefined,
  wanted: Type | undefined,
  flows: Flows,
): Generator<Address> {
  if (expression === undefined || typeof expression !== 'object') return;
  switch (expression[0]) {
    case 'record':
      for (const [name, member] of Object.entries(expression[1])) {
        yield* addressesIn(member, wantedMember(wanted, name), flows);
      }
      return;
    case 'list': {
      const [, ...items] = expression;
      for (const item of items) yield* addressesIn(item, wantedMember(wanted, ''), flows);
      return;
    }
    case 'each': {
      const [, list, name, body] = expression;
      yield* addressesIn(list, undefined, flows);
      yield* addressesIn(body, wanted, withItem(flows, name, flowOf(list, flows)));
      return;
    }
    case 'choose': {
      const [, ...entries] = expression;
      for (const [, value] of entries) yield* addressesIn(value, wanted, flows);
      return;
    }
    case 'or':
      yield* addressesIn(expression[1], wanted, flows);
      yield* addressesIn(expression[2], wanted, flows);
      return;
    case 'member':
    case 'filter':
      yield* addressesIn(expression[1], undefined, flows);
      return;
    case 'text':
      for (const value of Object.values(expression[2] ?? {})) yield* addressesIn(value, undefined, flows);
      return;
    case 'call': {
      const [, name, ...args] = expression;
      if (name === 'concat' && wanted?.kind === 'url') yield ofTemplate(args, flows);
      if (name === 'withQuery') yield ofQuery(args, flows);
      for (const argument of args) yield* addressesIn(argument, undefined, flows);
      return;
    }
    default:
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

/** An address with a parameter added leads where it led. */
function ofQuery([address, ...added]: readonly Expression[], flows: Flows): Address {
  const of = flowOf(address, flows);
  return {
    to: of.kind === 'read' ? nameOf(of) : destinationOf(beginOf(of)),
    parts: added.map((argument) => flowOf(argument, flows)),
  };
}

/** Scheme and host, or the scheme alone; empty where data decides. */
export function destinationOf(begin: string): string {
  return /^\s*((?:https?:)?[/\\]{2}[^/?#\\]*|[a-z][a-z0-9+.-]*:)/i.exec(begin)?.[1]?.toLowerCase() ?? '';
}

/** Whether a text that begins so can be an address of another origin. */
export function mayBeAddress(begin: string): boolean {
  return begin.trim() === '' || destinationOf(begin) !== '';
}
