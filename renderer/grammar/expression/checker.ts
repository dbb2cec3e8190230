import type { Expression } from '#renderer/plan/expression.ts';
import type { StringProblem, Type, TypeContext } from '../type.ts';
import { type Checked, compose, intersection, union } from './checked.ts';
import { checkArithmetic, checkComparison, joinWritten } from './operators.ts';
import { checkConditional } from './conditional.ts';
import { withName } from './context.ts';
import { checkCall, checkCallShape } from './functions.ts';
import { checkAmount, isWrittenAmount, misplacedAmount } from './written-amount.ts';
import { freeName, renameRoot, rootsOf } from './lowered.ts';
import { checkNewName } from './names.ts';
import { absenceProblem, type PathReader, readPath, settlePath } from './paths.ts';
import { presenceTestsIn } from './presence.ts';
import { pathText, type Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { isWords, joinTypes, typeName } from './types.ts';
import { lowerMacro, WITH_CONDITION } from './macros.ts';

const BOOLEAN: Type = { kind: 'boolean' };

/** The problem of words for people in an expression: what an expression decides must not change with the language. */
function wordsProblem({ start, end }: Syntax): StringProblem {
  const message = 'This text is translated, so it can only be shown: it differs in each language.';
  const help = 'compare the value that the text depends on';
  return error('expression/words', start, end - start, message, help);
}

/**
 * Checks and lowers one syntax tree. A part with a problem yields `undefined`, and the parts around it are
 * not checked: one mistake is one problem.
 */
export class Checker implements PathReader {
  readonly context: TypeContext;
  readonly proven: ReadonlySet<string>;
  readonly mayBeAbsent: boolean;
  readonly problems: StringProblem[];

  constructor(
    context: TypeContext,
    proven: ReadonlySet<string>,
    mayBeAbsent: boolean,
    problems: StringProblem[],
  ) {
    this.context = context;
    this.proven = proven;
    this.mayBeAbsent = mayBeAbsent;
    this.problems = problems;
  }

  /** Checks any part. The result has no open `unproven`, but may still be an optional. */
  check(node: Syntax): Checked | undefined {
    switch (node.kind) {
      case 'text':
        return compose({ kind: 'text' }, node.value);
      case 'boolean':
        return compose(BOOLEAN, node.value);
      case 'integer':
      case 'number':
        return compose({ kind: node.kind }, node.value);
      case 'name':
        if (this.#isOnlyMembers(node)) return undefined;
        return settlePath(readPath(node, this), this);
      case 'member':
      case 'index':
        return settlePath(readPath(node, this), this);
      case 'not':
        return this.#not(node);
      case 'negate':
        return this.#negate(node);
      case 'and':
      case 'or':
        return this.#logic(node);
      case 'compare':
        return this.#compare(node);
      case 'arithmetic': {
        const left = this.operand(node.left);
        const right = this.operand(node.right);
        return left && right && this.#answer(checkArithmetic(node, left, right));
      }
      case 'conditional':
        return checkConditional(node, this, this.#strict());
      case 'list':
        return this.#list(node);
      case 'has':
        return this.#has(node);
      case 'macro':
        return this.#macro(node);
      case 'call':
        return node.name === 'orValue' ? this.#orValue(node) : this.#call(node);
    }
  }

  /** Checks an operand. It may not be an optional. */
  operand(node: Syntax): Checked | undefined {
    const checked = this.check(node);
    if (checked === undefined) return undefined;
    if (isWords(checked.type)) return this.refuse(wordsProblem(node));
    if (!checked.optional) return checked;
    return this.refuse(
      error(
        'expression/absent',
        node.at,
        node.length,
        'This may be absent.',
        'give it a default with .orValue(…)',
      ),
    );
  }

  condition(node: Syntax): Checked | undefined {
    const checked = this.operand(node);
    if (checked === undefined || checked.type.kind === 'boolean' || checked.type.kind === 'any')
      return checked;
    const message = `A condition is Boolean; this is ${typeName(checked.type)}.`;
    return this.refuse(error('expression/type', node.start, node.end - node.start, message));
  }

  refuse(problem: StringProblem): undefined {
    this.problems.push(problem);
    return undefined;
  }

  with(proven: ReadonlySet<string>): Checker {
    return new Checker(this.context, union(this.proven, proven), this.mayBeAbsent, this.problems);
  }

  /** The same checker where nothing may be absent. */
  #strict(): Checker {
    return new Checker(this.context, this.proven, false, this.problems);
  }

  /** Reports a root that is no value itself, because the plan has only its members. */
  #isOnlyMembers({ name, at, length }: Extract<Syntax, { kind: 'name' }>): boolean {
    const rooted = this.context.root(name);
    if (rooted?.memberAt === undefined) return false;
    const known = rooted.type.kind === 'record' ? [...rooted.type.members.keys()] : [];
    const help = known.length === 0 ? undefined : `name one of its members: ${name}.${known[0] ?? ''}`;
    this.refuse(error('expression/type', at, length, `"${name}" is not a value itself.`, help));
    return true;
  }

  #answer(answer: Checked | StringProblem): Checked | undefined {
    return 'code' in answer ? this.refuse(answer) : answer;
  }

  #not(node: Extract<Syntax, { kind: 'not' | 'negate' }>): Checked | undefined {
    const operand = this.condition(node.operand);
    if (operand === undefined) return undefined;
    const { provesTrue, provesFalse } = operand;
    return {
      ...compose(BOOLEAN, ['!', operand.lowered], [operand]),
      provesTrue: provesFalse,
      provesFalse: provesTrue,
    };
  }

  #negate(node: Extract<Syntax, { kind: 'not' | 'negate' }>): Checked | undefined {
    const operand = this.operand(node.operand);
    if (operand === undefined) return undefined;
    const { kind } = operand.type;
    if (kind !== 'integer' && kind !== 'number') {
      const message = `"-" negates a Number, not ${typeName(operand.type)}.`;
      return this.refuse(error('expression/type', node.at, node.length, message));
    }
    // A literal stays a literal. `0 -` avoids -0, which is not a whole number of CEL.
    const lowered: Expression =
      typeof operand.lowered === 'number' ? 0 - operand.lowered : ['neg', operand.lowered];
    return compose(operand.type, lowered, [operand]);
  }

  #logic(node: Extract<Syntax, { kind: 'and' | 'or' }>): Checked | undefined {
    const left = this.condition(node.left);
    // A broken left side counts as proof of everything it tests, so that one mistake is not reported twice.
    const known =
      left === undefined
        ? new Set(presenceTestsIn(node.left))
        : node.kind === 'and'
          ? left.provesTrue
          : left.provesFalse;
    const right = this.with(known).condition(node.right);
    if (left === undefined || right === undefined) return undefined;
    const operator = node.kind === 'and' ? '&&' : '||';
    const both = node.kind === 'and' ? union : intersection;
    const either = node.kind === 'and' ? intersection : union;
    return {
      ...compose(BOOLEAN, [operator, left.lowered, right.lowered], [left, right]),
      provesTrue: both(left.provesTrue, right.provesTrue),
      provesFalse: either(left.provesFalse, right.provesFalse),
    };
  }

  #compare(node: Extract<Syntax, { kind: 'compare' }>): Checked | undefined {
    const left = this.#side(node.left);
    const right = this.#side(node.right);
    if (left === undefined || right === undefined) return undefined;
    return this.#answer(checkComparison(node, left, right, this.problems));
  }

  /** A side of a comparison: the only place of an amount that is written out. */
  #side(node: Syntax): Checked | undefined {
    return isWrittenAmount(node) ? this.#answer(checkAmount(node)) : this.operand(node);
  }

  #list(node: Extract<Syntax, { kind: 'list' }>): Checked | undefined {
    const items = node.items.map((item) => this.operand(item));
    let type: Type = { kind: 'any' };
    const present: Checked[] = [];
    for (const [index, item] of items.entries()) {
      if (item === undefined) return undefined;
      const joined = joinTypes(type, item.type);
      if (joined === undefined) {
        const place = node.items[index] ?? node;
        const message = `The items of a list need the same type; this is ${typeName(item.type)} among ${typeName(type)}.`;
        return this.refuse(error('expression/type', place.start, place.end - place.start, message));
      }
      type = joined;
      present.push(item);
    }
    const lowered: Expression = ['list', ...present.map((item) => item.lowered)];
    return compose({ kind: 'list', items: type, max: present.length }, lowered, present);
  }

  #has(node: Extract<Syntax, { kind: 'has' }>): Checked | undefined {
    const { path } = node;
    const written = pathText(path);
    if (written === undefined) {
      const message = 'has(…) tests a path written with plain dots: has(a.b).';
      const help = 'a path with .? or [?…] gets its default from .orValue(…)';
      return this.refuse(error('expression/not-a-path', path.start, path.end - path.start, message, help));
    }
    // Only the last name is tested; the names before it must be proven present, in values too.
    if (path.kind === 'member') {
      const prefix = readPath(path.of, this);
      if (prefix === undefined) return undefined;
      if (prefix.unproven !== undefined) return this.refuse(absenceProblem(prefix.unproven));
    }
    if (path.kind === 'name' && this.#isOnlyMembers(path)) return undefined;
    const tested = readPath(path, this);
    if (tested === undefined) return undefined;
    return {
      ...compose(BOOLEAN, ['has', tested.lowered]),
      provesTrue: new Set([written]),
    };
  }

  #orValue(node: Extract<Syntax, { kind: 'call' }>): Checked | undefined {
    const { receiver, args } = node;
    const [fallbackNode] = args;
    if (receiver === undefined || fallbackNode === undefined || args.length !== 1) return this.#call(node);
    const value = readPath(receiver, this);
    const fallback = this.operand(fallbackNode);
    if (value === undefined || fallback === undefined) return undefined;
    if (isWords(value.type)) return this.refuse(wordsProblem(receiver));
    // CEL fails if a plain prefix is absent, so the default would not be used.
    if (value.unproven !== undefined) return this.refuse(absenceProblem(value.unproven));
    if (!value.optional) {
      const message = `.orValue(…) follows an optional path, such as a.?b; ${pathText(receiver) ?? 'this'} is not optional.`;
      const help = 'write a.?b.orValue(…)';
      return this.refuse(error('expression/type', node.at, node.length, message, help));
    }
    const type = joinWritten(
      { node: receiver, type: value.type },
      { node: fallbackNode, type: fallback.type },
    );
    if (type === undefined) {
      const message = `The default is ${typeName(fallback.type)}, the value ${typeName(value.type)}.`;
      return this.refuse(
        error('expression/type', fallbackNode.start, fallbackNode.end - fallbackNode.start, message),
      );
    }
    return compose(type, ['or', value.lowered, fallback.lowered], [value, fallback]);
  }

  #macro(node: Extract<Syntax, { kind: 'macro' }>): Checked | undefined {
    const { variable } = node;
    const list = this.operand(node.list);
    const taken = checkNewName(variable.name, this.context.names());
    if (taken !== undefined) {
      this.refuse(
        error('expression/name-taken', variable.at, variable.length, `"${variable.name}" ${taken}.`),
      );
    }
    if (list === undefined || taken !== undefined) return undefined;
    if (list.type.kind !== 'list' && list.type.kind !== 'any') {
      const message = `"${node.macro}" takes a list, not ${typeName(list.type)}.`;
      return this.refuse(error('expression/type', node.at, node.length, message));
    }
    const items: Type = list.type.kind === 'list' ? list.type.items : { kind: 'any' };
    // A part's parameter may be lowered to a path that begins with this variable's name. So until the body is
    // lowered, the variable has a name that no path can begin with.
    const hidden = `${variable.name}\0`;
    const body = new Checker(
      withName(this.context, variable.name, { type: items, absent: false, lowered: ['get', hidden] }),
      this.proven,
      false,
      this.problems,
    )[WITH_CONDITION.has(node.macro) ? 'condition' : 'operand'](node.body);
    if (body === undefined) return undefined;
    const name = freeName(variable.name, rootsOf(body.lowered));
    const lowered = lowerMacro(node.macro, list, name, body, renameRoot(body.lowered, hidden, name));
    if (typeof lowered !== 'string') return lowered;
    const { start, end } = node.body;
    return this.refuse(error('expression/type', start, end - start, lowered));
  }

  #call(node: Extract<Syntax, { kind: 'call' }>): Checked | undefined {
    const problem = checkCallShape(node);
    if (problem !== undefined) return this.refuse(problem);
    if (isWrittenAmount(node)) return this.refuse(misplacedAmount(node));
    const nodes = node.receiver === undefined ? node.args : [node.receiver, ...node.args];
    const args = nodes.map((argument) => this.operand(argument));
    const present = args.filter((argument) => argument !== undefined);
    return present.length === args.length ? this.#answer(checkCall(node, nodes, present)) : undefined;
  }
}
