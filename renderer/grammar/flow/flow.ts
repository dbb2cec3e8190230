import type { Expression } from '../../plan/expression.ts';
import { operandsOf } from '../compile/plan-expression.ts';
import type { Flow, Rooted } from '../type.ts';

const CONSTANT: Flow = { kind: 'constant' };

/** Member name of all items of a list and all entries of a map. */
const ITEM = '*';

/** Returns the origin of a name's value. */
export type Flows = (name: string) => Flow;

/**
 * @param scope - Resolves the first name of a path; an unknown name counts as a constant.
 */
export function flowsIn(scope: { root(name: string): Rooted | undefined }): Flows {
  return (name) => scope.root(name)?.flow ?? CONSTANT;
}

/** A record whose members have different origins. */
export function heldApart(members: Iterable<readonly [string, Flow]>): Flow {
  return { kind: 'record', members: new Map(members) };
}

export function isConstant(flow: Flow): boolean {
  return flow.kind === 'constant';
}

/** The origin of a member; for a list or a map, of any item. */
export function memberOf(flow: Flow, name: string): Flow {
  switch (flow.kind) {
    case 'constant':
    case 'made':
      return flow;
    case 'read': {
      const { of, path, type, isPublic, isLenient, isTyped, isReplied } = flow;
      if (type?.kind === 'list' || type?.kind === 'map') {
        // An invalid list has no items, so every item that can be read is certain.
        const { items } = type;
        return { ...flow, path: [...path, ITEM], type: items, isLenient: false };
      }
      const member = type?.kind === 'record' ? type.members.get(name) : undefined;
      return {
        kind: 'read',
        of,
        path: [...path, name],
        type: member?.type,
        isPublic: isPublic || (of.isReply === true && member?.isPublic === true),
        isLenient: isLenient || (of.isSource && member?.isLenient === true),
        isTyped: isTyped || member?.isTyped === true,
        isReplied: isReplied || (type?.kind === 'record' && type.origin !== undefined),
      };
    }
    case 'either':
      return either(flow.flows.map((one) => memberOf(one, name)));
    case 'record':
      // A literal map may be read with a key that is known only at run time.
      return name === ITEM ? either([...flow.members.values()]) : (flow.members.get(name) ?? CONSTANT);
    case 'list':
      return either(flow.items);
  }
}

export function itemOf(flow: Flow): Flow {
  return memberOf(flow, ITEM);
}

function either(flows: readonly Flow[]): Flow {
  const several = [...new Set(flows)].filter((flow) => !isConstant(flow));
  const [first = CONSTANT] = several;
  return several.length < 2 ? first : { kind: 'either', flows: several };
}

function made(begin: string, parts: readonly Flow[]): Flow {
  const several = parts.filter((part) => !isConstant(part));
  return several.length === 0 ? CONSTANT : { kind: 'made', begin, parts: several };
}

/** Beginning of values that are never an address: numbers, dates. */
const DIGIT = '0';

/** The origin of the value of an expression. */
export function flowOf(expression: Expression | undefined, flows: Flows): Flow {
  if (expression === undefined || typeof expression !== 'object') return CONSTANT;
  const of = (part: Expression): Flow => flowOf(part, flows);
  switch (expression[0]) {
    case 'get': {
      const [, root = '', ...names] = expression;
      return names.reduce(memberOf, flows(root));
    }
    case 'member': {
      const [, value, ...names] = expression;
      return names.reduce(memberOf, of(value));
    }
    case 'at':
      return itemOf(of(expression[1]));
    case 'or':
      return either([of(expression[1]), of(expression[2])]);
    case 'list': {
      const [, ...items] = expression;
      const several = items.map(of);
      return several.every(isConstant) ? CONSTANT : { kind: 'list', items: several };
    }
    case 'record': {
      const members = Object.entries(expression[1]).map(([name, member]) => [name, of(member)] as const);
      return members.every(([, member]) => isConstant(member)) ? CONSTANT : heldApart(members);
    }
    case 'filter':
      return of(expression[1]);
    case 'each':
      return flowOf(expression[3], withItem(flows, expression[2], of(expression[1])));
    case 'choose': {
      const [, ...entries] = expression;
      return either(entries.map(([, value]) => of(value)));
    }
    case 'text': {
      const [, , names] = expression;
      // A translation is in another document, and may begin with an address.
      return made('', Object.values(names ?? {}).map(of));
    }
    case 'call': {
      const [, name, ...args] = expression;
      return flowOfCall(name, args, of);
    }
    case 'neg':
      return made(DIGIT, [of(expression[1])]);
    case '+':
    case '-':
    case '*':
    case '+!':
    case '-!':
    case '*!':
      return made(DIGIT, [of(expression[1]), of(expression[2])]);
    default:
      // The other operations are conditions.
      return CONSTANT;
  }
}

/** A value that a result depends on. */
export interface Decider {
  readonly flow: Flow;
  /** Only its presence or number of items matters, not its content. */
  readonly isOutside: boolean;
}

/** The values that an expression's value depends on, including those in its conditions. */
export function decidersOf(expression: Expression | undefined, flows: Flows, isOutside = false): Decider[] {
  if (expression === undefined || typeof expression !== 'object') return [];
  switch (expression[0]) {
    case 'get':
      return [{ flow: flowOf(expression, flows), isOutside }];
    case 'member':
      return [{ flow: flowOf(expression, flows), isOutside }, ...decidersOf(expression[1], flows, true)];
    case 'at':
      return [
        { flow: flowOf(expression, flows), isOutside },
        ...decidersOf(expression[1], flows, true),
        ...decidersOf(expression[2], flows),
      ];
    case 'has':
      return decidersOf(expression[1], flows, true);
    case 'filter':
    case 'each':
    case 'exists':
    case 'all': {
      const [kind, list, name, body] = expression;
      const ofItem = withItem(flows, name, flowOf(list, flows));
      return [
        ...decidersOf(list, flows, kind !== 'filter' || isOutside),
        ...decidersOf(body, ofItem, kind === 'each' && isOutside),
      ];
    }
    case 'call': {
      const [, name, ...args] = expression;
      return args.flatMap((argument) => decidersOf(argument, flows, name === 'size' || name === 'size!'));
    }
    default:
      return operandsOf(expression).flatMap((operand) => decidersOf(operand, flows, isOutside));
  }
}

/** Functions whose result does not contain the text of their arguments. */
const OF_NUMBERS: ReadonlySet<string> = new Set([
  ...['size', 'money', 'number', 'date', 'daysUntil'],
  ...['abs', 'floor', 'ceil', 'round', 'min', 'max', 'sum', 'sum!', '/', 'percent'],
  ...['size!', 'today', 'now', 'weekday'],
]);
const CONDITIONS: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith']);

function flowOfCall(name: string, args: readonly Expression[], of: (argument: Expression) => Flow): Flow {
  if (CONDITIONS.has(name)) return CONSTANT;
  if (name === 'withQuery') {
    // The added parameters are checked at this call. They never begin an address, so they are marked as
    // beginning with a digit.
    const [address = CONSTANT, ...added] = args.map(of);
    return either([address, made(DIGIT, added)]);
  }
  const parts = args.map(of);
  if (OF_NUMBERS.has(name)) return made(DIGIT, parts);
  return made(name === 'concat' ? certainBegin(args, parts) : '', parts);
}

/** A beginning that more text could complete to a scheme or a host. */
const OPEN_BEGIN = /^\s*(?:[a-z][a-z0-9+.-]*|[/\\]?)$/i;

/** Stands for a value between words. */
const VALUE = '\ufffc';

/**
 * A host without a scheme, which an app may complete: `www.`, or names directly followed by a path, a query,
 * a port or a value.
 */
export const BARE_HOST = /^(?:www\.[^/?#\\\s]*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=[/?#\\]|:\d|$))/iu;

/**
 * Where an address begins in a word: a scheme with a slash, or `mailto:`, `tel:` or `sms:`. At the beginning
 * of the word, or after a quote or a bracket, also any other scheme, two slashes, or a host without a scheme.
 * No scheme in use has 20 letters.
 */
const ADDRESS_BEGIN = new RegExp(
  String.raw`[a-z][a-z0-9+.-]{0,20}:[/\\]|\b(?:mailto|tel|sms):|(?<![^"'(<[=])(?:[a-z][a-z0-9+.-]{0,20}:|[/\\]{2}|${BARE_HOST.source.slice(1)})`,
  'iu',
);

/**
 * Characters that programs ignore: controls, invisible characters and spaces before an address; controls and
 * zero-width characters inside it.
 */
const SKIPPED = /^[\p{C}\p{Z}]+|[\p{Cc}\p{Cf}]+/gu;

/**
 * The constant beginning of a text, or of the first address in it that contains a value. Empty if a value
 * that a visitor or a definition can choose could complete it to an address.
 */
function certainBegin(args: readonly Expression[], flows: readonly Flow[]): string {
  const text = args.map((argument) => (typeof argument === 'string' ? argument : VALUE)).join('');
  const words = decode(text.replace(SKIPPED, '')).split(VALUE);
  for (const before of words.slice(0, -1)) {
    const last = before.split(/\s/).at(-1) ?? '';
    const at = last.search(ADDRESS_BEGIN);
    if (at >= 0) return last.slice(at);
  }
  const [begin = ''] = words;
  const isSettled = args.every((argument, at) => typeof argument === 'string' || isUnchosen(flows[at]));
  return OPEN_BEGIN.test(begin) && !isSettled ? '' : begin;
}

/**
 * Decodes a text repeatedly: `https%253A//` becomes `https://`. Encoded spaces stay, because they would end a
 * word and so an address.
 */
function decode(text: string): string {
  for (let encoded = text; ; ) {
    const decoded = encoded.replace(/%(?!20|7f)([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === encoded) return decoded;
    encoded = decoded;
  }
}

/** Whether neither the author of a definition nor the sender of a link can choose the value. */
function isUnchosen(flow: Flow | undefined): boolean {
  return flow?.kind === 'read' && flow.of.isReply === true;
}

/** Adds the name of the item for a body that is computed for each item of a list. */
export function withItem(flows: Flows, name: string, list: Flow): Flows {
  const item = itemOf(list);
  return (asked) => (asked === name ? item : flows(asked));
}

export function beginOf(flow: Flow): string {
  return flow.kind === 'made' ? flow.begin : '';
}

/** Its name in messages and exceptions: `session.sessionId`, `order-details#channels[].name`. */
export function nameOf(flow: Extract<Flow, { kind: 'read' }>): string {
  return flow.path.reduce((before, name) => {
    if (name === ITEM) return `${before}[]`;
    return before.endsWith('#') ? `${before}${name}` : `${before}.${name}`;
  }, flow.of.name);
}

/**
 * The part of a written value that a path reads.
 *
 * @returns Undefined if the paths do not overlap.
 */
export function readOfWritten(
  written: readonly string[],
  flow: Flow,
  read: readonly string[],
): Flow | undefined {
  const shared = Math.min(written.length, read.length);
  for (let index = 0; index < shared; index += 1) {
    const [one, other] = [written[index], read[index]];
    if (one !== other && one !== ITEM && other !== ITEM) return undefined;
  }
  return read.slice(shared).reduce(memberOf, flow);
}
