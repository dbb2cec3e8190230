import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { limits } from '#renderer/plan/limits.generated.ts';
import type { StringProblem } from '../type.ts';
import { error, type Token, tokenize, tooDeep } from './tokens.ts';

/**
 * An expression as a syntax tree, with locations: `start` and `end` are the whole node, `at` and `length`
 * what a message points at (a name, an operator).
 */
export type Syntax = Place & SyntaxKind;

interface Place {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly length: number;
}

type SyntaxKind =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer' | 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Syntax; readonly name: string; readonly optional: boolean }
  | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
  | { readonly kind: 'not' | 'negate'; readonly operand: Syntax }
  | { readonly kind: 'and' | 'or'; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Syntax; readonly right: Syntax }
  | {
      readonly kind: 'arithmetic';
      readonly operator: Arithmetic;
      readonly left: Syntax;
      readonly right: Syntax;
    }
  | { readonly kind: 'list'; readonly items: readonly Syntax[] }
  /** `condition ? then : otherwise`. */
  | {
      readonly kind: 'conditional';
      readonly condition: Syntax;
      readonly then: Syntax;
      readonly otherwise: Syntax;
    }
  | { readonly kind: 'has'; readonly path: Syntax }
  | {
      readonly kind: 'macro';
      readonly macro: Macro;
      readonly list: Syntax;
      readonly variable: Syntax & { kind: 'name' };
      readonly body: Syntax;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly receiver?: Syntax;
      readonly args: readonly Syntax[];
    };

export type Arithmetic = '+' | '-' | '*' | '/';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
export type Macro = 'filter' | 'exists' | 'all' | 'map' | 'count' | 'sum' | 'min' | 'max';

const MACROS: ReadonlySet<string> = new Set<Macro>([
  ...(['filter', 'exists', 'all', 'map', 'count', 'sum', 'min', 'max'] as const),
]);

function isMacro(name: string): name is Macro {
  return MACROS.has(name);
}

export interface Parsed {
  /** Only if there is no problem. */
  readonly tree?: Syntax;
  readonly problems: readonly StringProblem[];
}

// Optional types switch on `.?` and `[?…]`. Nothing is registered: the library only parses, and our checker
// checks.
const parser = new Environment({ enableOptionalTypes: true });

/** Cache by source: after an edit nearly all expressions are parsed again. */
const known = new Map<string, Parsed>();
/** Bounds the cache of a long-running process. */
const MAX_KNOWN = 4096;

/** Parses one expression; everything outside the subset is a problem. Never throws. */
export function parseExpression(source: string): Parsed {
  const before = known.get(source);
  if (before !== undefined) return before;
  if (known.size === MAX_KNOWN) known.clear();
  const parsed = parseUncached(source);
  known.set(source, parsed);
  return parsed;
}

function parseUncached(source: string): Parsed {
  const { tokens, problems: lexical } = tokenize(source);
  if (lexical.length > 0) return { problems: lexical };
  const trailing = tokens.findIndex(
    (token, index) =>
      token.text === ',' && (tokens[index + 1]?.text === ')' || tokens[index + 1]?.text === ']'),
  );
  const comma = tokens[trailing];
  if (comma !== undefined)
    return { problems: [error('expression/syntax', comma.at, 1, 'Something is missing after this comma.')] };
  let root: ASTNode;
  try {
    root = parser.parse(source).ast;
  } catch (thrown) {
    if (thrown instanceof ParseError) return { problems: [describe(thrown, source, tokens)] };
    throw thrown;
  }
  const problems: StringProblem[] = [];
  const tree = new Converter(tokens, problems).convert(root, 1);
  return problems.length === 0 ? { tree, problems } : { problems };
}

function describe(thrown: ParseError, source: string, tokens: readonly Token[]): StringProblem {
  const range = thrown.range ?? { start: 0, end: source.length };
  const token = tokens.find((candidate) => candidate.at === range.start);
  const at = Math.min(range.start, source.length);
  const length = token?.text.length ?? Math.max(0, Math.min(range.end, source.length) - at);
  switch (thrown.code) {
    case 'reserved_identifier':
      return error('expression/forbidden-name', at, length, `"${token?.text}" is a reserved word.`);
    case 'invalid_macro_argument':
      return error('expression/arguments', at, length, 'The first argument must be a new name for the item.');
    case 'expected_token':
    case 'unexpected_token':
    case 'unexpected_character': {
      if (token !== undefined)
        return error(
          'expression/syntax',
          at,
          length,
          `"${token.text}" is not allowed here.`,
          operatorInstead(token, tokens[tokens.indexOf(token) - 1]),
        );
      const last = tokens.at(-1);
      if (last === undefined) return error('expression/syntax', at, length, 'Something is missing here.');
      const message = `Something is missing after "${last.text}".`;
      return error('expression/syntax', last.at, last.text.length, message);
    }
    default:
      return error('expression/syntax', at, length, `${thrown.summary}.`);
  }
}

/**
 * Operators of other languages and ours. `not x` is parsed as a name, so the error is reported at the token
 * after it.
 */
const OPERATORS = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
]);

function operatorInstead(token: Token, before: Token | undefined): string | undefined {
  const found = OPERATORS.get(token.text.toLowerCase()) ?? OPERATORS.get(before?.text.toLowerCase() ?? '');
  return found === undefined ? undefined : `write ${found}`;
}

/**
 * Converts the library's tree to ours and finds the locations that the library does not keep. If there is a problem,
 * the tree is not used.
 */
class Converter {
  readonly #tokens: readonly Token[];
  readonly #problems: StringProblem[];

  constructor(tokens: readonly Token[], problems: StringProblem[]) {
    this.#tokens = tokens;
    this.#problems = problems;
  }

  convert(node: ASTNode, depth: number): Syntax {
    if (depth > limits.expressionDepth) {
      if (!this.#problems.some((problem) => problem.code === 'expression/too-deep')) {
        this.#problems.push(tooDeep(node.start, node.end - node.start));
      }
      return refused(node);
    }
    switch (node.op) {
      case 'value':
        return this.#literal(node, node.args);
      case 'id':
        return { ...whole(node), kind: 'name', name: node.args };
      case '.':
      case '.?': {
        // A path of any length counts as one level, because one instruction reads it.
        const of = this.convert(node.args[0], isAccess(node.args[0]) ? depth : depth + 1);
        const name = node.args[1];
        const place = { start: node.start, end: node.end, at: node.pos, length: name.length };
        return { ...place, kind: 'member', of, name, optional: node.op === '.?' };
      }
      case '[?]': {
        const of = this.convert(node.args[0], depth + 1);
        const index = this.convert(node.args[1], depth + 1);
        return { ...whole(node), ...this.#tokenAfter(of.end, '['), kind: 'index', of, index };
      }
      case '!_':
      case '-_': {
        const operand = this.convert(node.args, depth + 1);
        const kind = node.op === '!_' ? 'not' : 'negate';
        return { ...whole(node), at: node.pos, length: 1, kind, operand };
      }
      case 'list': {
        const items = this.#all(node.args, depth + 1);
        return { ...whole(node), kind: 'list', items };
      }
      case '?:': {
        const [condition, then, otherwise] = node.args;
        return {
          ...whole(node),
          ...this.#tokenAfter(condition.end, '?'),
          kind: 'conditional',
          condition: this.convert(condition, depth + 1),
          then: this.convert(then, depth + 1),
          otherwise: this.convert(otherwise, depth + 1),
        };
      }
      case 'call':
        return this.#call(node, node.args[0], undefined, node.args[1], depth);
      case 'rcall':
        return this.#call(node, node.args[0], node.args[1], node.args[2], depth);
      case '[]': {
        const place = this.#tokenAfter(node.args[0].end, '[');
        const help = 'write a[?i], and give it a default with .orValue(…)';
        return this.#refuse(node, place, 'a[i], which fails where there is no such item', help);
      }
      case '&&':
      case '||':
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'in':
      case '+':
      case '-':
      case '*':
      case '/':
        return this.#binary(node, node.op, node.args[0], node.args[1], depth);
      default:
        // The tokenizer already rejects all of these; this is a second check.
        return this.#refuse(node, whole(node), node.op);
    }
  }

  #literal(node: ASTNode, value: unknown): Syntax {
    if (typeof value === 'string') return { ...whole(node), kind: 'text', value };
    if (typeof value === 'boolean') return { ...whole(node), kind: 'boolean', value };
    if (typeof value === 'bigint') return { ...whole(node), kind: 'integer', value: Number(value) };
    if (typeof value === 'number') return { ...whole(node), kind: 'number', value };
    return this.#refuse(node, whole(node), 'literal of this kind');
  }

  #refuse(node: ASTNode, { at, length }: Pick<Place, 'at' | 'length'>, what: string, help?: string): Syntax {
    this.#problems.push(error('expression/unsupported', at, length, `Expressions have no ${what}.`, help));
    return refused(node);
  }

  #binary(
    node: ASTNode,
    operator: Comparison | '&&' | '||' | Arithmetic,
    leftNode: ASTNode,
    rightNode: ASTNode,
    depth: number,
  ): Syntax {
    const left = this.convert(leftNode, depth + 1);
    const right = this.convert(rightNode, depth + 1);
    const place = { ...whole(node), ...this.#tokenAfter(leftNode.end, operator) };
    switch (operator) {
      case '&&':
        return { ...place, kind: 'and', left, right };
      case '||':
        return { ...place, kind: 'or', left, right };
      case '+':
      case '-':
      case '*':
      case '/':
        return { ...place, kind: 'arithmetic', operator, left, right };
      default:
        return { ...place, kind: 'compare', operator, left, right };
    }
  }

  #call(
    node: ASTNode,
    name: string,
    receiverNode: ASTNode | undefined,
    argNodes: readonly ASTNode[],
    depth: number,
  ): Syntax {
    const receiver = receiverNode && this.convert(receiverNode, depth + 1);
    const args = this.#all(argNodes, depth + 1);
    const at = this.#tokenAfter(receiverNode?.end ?? node.start, name);
    const place = { ...whole(node), ...at };
    if (receiver === undefined) {
      const [path] = args;
      if (name === 'has' && path !== undefined && args.length === 1) return { ...place, kind: 'has', path };
      return { ...place, kind: 'call', name, args };
    }
    if (isMacro(name)) {
      const [variable, body] = args;
      if (variable?.kind === 'name' && body !== undefined && args.length === 2) {
        return { ...place, kind: 'macro', macro: name, list: receiver, variable, body };
      }
    }
    return { ...place, kind: 'call', name, receiver, args };
  }

  #all(nodes: readonly ASTNode[], depth: number): readonly Syntax[] {
    return nodes.map((node) => this.convert(node, depth));
  }

  /**
   * The first token with this text at or after `start`: between two operands there are only brackets and this
   * token.
   */
  #tokenAfter(start: number, text: string): { readonly at: number; readonly length: number } {
    const token = this.#tokens.find((candidate) => candidate.at >= start && candidate.text === text);
    return { at: token?.at ?? start, length: text.length };
  }
}

function isAccess(node: ASTNode): boolean {
  return node.op === '.' || node.op === '.?' || node.op === 'id';
}

function whole(node: ASTNode): Place {
  return { start: node.start, end: node.end, at: node.start, length: node.end - node.start };
}

/** A placeholder for a rejected part; the tree is not used. */
function refused(node: ASTNode): Syntax {
  return { ...whole(node), kind: 'boolean', value: false };
}

/** A path with plain dots as written, `data.order.status`; `undefined` for everything else. */
export function pathText(node: Syntax): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member' || node.optional) return undefined;
  const prefix = pathText(node.of);
  return prefix === undefined ? undefined : `${prefix}.${node.name}`;
}
