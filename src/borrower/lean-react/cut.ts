import { parseAst } from 'vite';

/** What of a module is never so, and need not be there. Names are those of its source. */
export interface Cuts {
  /** Exports that are kept; the others go. */
  readonly exports?: readonly string[];
  /** Constants that nothing is ever equal to. */
  readonly unequal?: readonly string[];
  /** Values that a member or variable of the name `tag` never has; `tagNames` are other names of such variables. */
  readonly tags?: readonly number[];
  readonly tagNames?: readonly string[];
  /** Members that are never a function: `"function" === typeof x.member` is false. */
  readonly noFunctions?: readonly string[];
  /** Variables that are never given another value than this source text. */
  readonly constant?: Readonly<Record<string, string>>;
  /** Functions with the source of what is left of their bodies. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** Functions that nothing is called of, with the source of what a call is replaced by. */
  readonly calls?: Readonly<Record<string, string>>;
  /** Constructors that are never called: what is said of their prototypes goes. */
  readonly unborn?: readonly string[];
  /** Members that nobody ever sets. */
  readonly falsy?: readonly string[];
  /** What is assigned to these, `A.b`, goes with the assignment. */
  readonly unassigned?: readonly string[];
  /** Members of objects that have all of `of`: the named ones go. */
  readonly members?: readonly { readonly of: readonly string[]; readonly gone: readonly string[] }[];
  /** Texts that no switch and no comparison ever meets: names of elements, properties and events. */
  readonly strings?: readonly string[];
  /** What variables begin with, in place of what they are declared with. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Statements that begin so go. */
  readonly statements?: readonly string[];
  /** Source text that stands at least once, and what stands in its place. */
  readonly texts?: readonly (readonly [text: string, instead: string])[];
}

/** Of a syntax tree, as the bundler reads it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

type Edit = readonly [start: number, end: number, text: string];

/** What stands around a node. */
interface Around {
  /** Names of `constant` that mean something else here. */
  readonly hidden: ReadonlySet<string>;
  /** Of the function it stands in. */
  readonly body: Node | undefined;
}

/**
 * Takes out of a module what its page never uses. What is left over by it (functions that nobody calls, branches that
 * are never taken) is for the minifier to drop.
 *
 * @throws where a cut meets nothing: the module is written otherwise than its cuts expect.
 */
export function cut(source: string, cuts: Cuts): string {
  const { texts = [] } = cuts;
  let code = source;
  for (const [text, instead] of texts) {
    if (!code.includes(text)) throw new UnmetCut(text);
    code = code.replaceAll(text, instead);
  }
  return new Cutting(code, cuts).run();
}

/** React became another since its cuts were written. */
export class UnmetCut extends Error {
  constructor(what: string) {
    super(`Nothing in the module is as this cut expects: ${what}`);
  }
}

class Cutting {
  readonly #code: string;
  readonly #cuts: Cuts;
  readonly #edits: Edit[] = [];
  readonly #met = new Set<string>();
  readonly #tagNames: ReadonlySet<string>;

  constructor(code: string, cuts: Cuts) {
    this.#code = code;
    this.#cuts = cuts;
    this.#tagNames = new Set(['tag', ...(cuts.tagNames ?? [])]);
  }

  run(): string {
    this.#visit(parseAst(this.#code) as unknown as Node, undefined, { hidden: new Set(), body: undefined });
    this.#expect('unequal', this.#cuts.unequal ?? []);
    this.#expect('tag', (this.#cuts.tags ?? []).map(String));
    this.#expect('function', this.#cuts.noFunctions ?? []);
    this.#expect('constant', Object.keys(this.#cuts.constant ?? {}));
    this.#expect('body', Object.keys(this.#cuts.bodies ?? {}));
    this.#expect('call', Object.keys(this.#cuts.calls ?? {}));
    this.#expect('prototype', this.#cuts.unborn ?? []);
    this.#expect('string', this.#cuts.strings ?? []);
    this.#expect('initial', Object.keys(this.#cuts.initial ?? {}));
    this.#expect('statement', this.#cuts.statements ?? []);
    this.#expect('falsy', this.#cuts.falsy ?? []);
    this.#expect('assigned', this.#cuts.unassigned ?? []);
    for (const { gone } of this.#cuts.members ?? []) this.#expect('member', gone);
    this.#expect('export', this.#cuts.exports ?? []);
    let at = 0;
    let result = '';
    for (const [start, end, text] of this.#edits.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
      // It stands in something that goes as a whole.
      if (start < at) continue;
      result += this.#code.slice(at, start) + text;
      at = end;
    }
    return result + this.#code.slice(at);
  }

  #expect(kind: string, names: readonly string[]): void {
    for (const name of names) if (!this.#met.has(`${kind} ${name}`)) throw new UnmetCut(`${kind} ${name}`);
  }

  #replace(node: Node, text: string, kind: string, name: string): void {
    this.#edits.push([node.start, node.end, text]);
    this.#met.add(`${kind} ${name}`);
  }

  #visit(node: Node, parent: Node | undefined, around: Around): void {
    const inner = this.#enter(node, around);
    if (this.#cutWhole(node) || this.#cutAt(node, parent, inner)) return;
    for (const child of childrenOf(node)) this.#visit(child, node, inner);
  }

  #enter(node: Node, around: Around): Around {
    if (!isFunction(node)) return around;
    const names = (node['params'] as readonly Node[]).map(nameOf).filter((name) => name !== undefined);
    const hidden = new Set([...around.hidden, ...names.filter((name) => this.#constantOf(name))]);
    return { hidden, body: node['body'] as Node };
  }

  #constantOf(name: string): string | undefined {
    const { constant = {} } = this.#cuts;
    return Object.hasOwn(constant, name) ? constant[name] : undefined;
  }

  #cutWhole(node: Node): boolean {
    if (!node.type.endsWith('Statement')) return false;
    const begin = this.#cuts.statements?.find((text) => this.#code.startsWith(text, node.start));
    if (begin !== undefined) this.#replace(node, ';', 'statement', begin);
    return begin !== undefined;
  }

  /** Whether nothing in the node is looked at any more. */
  #cutAt(node: Node, parent: Node | undefined, { hidden, body }: Around): boolean {
    switch (node.type) {
      case 'ExpressionStatement':
        return this.#cutStatement(node);
      case 'SwitchStatement':
        this.#cutCases(node, body);
        return false;
      case 'BinaryExpression':
        return this.#cutComparison(node);
      case 'FunctionDeclaration':
        return this.#cutBody(node);
      case 'CallExpression':
        return this.#cutCall(node);
      case 'Identifier':
      case 'AssignmentExpression':
      case 'VariableDeclarator':
        return this.#cutVariable(node, parent, hidden);
      case 'MemberExpression':
        return this.#cutMember(node, parent);
      case 'ObjectExpression':
        this.#cutMembers(node);
        return false;
      default:
        return false;
    }
  }

  #cutStatement(node: Node): boolean {
    let assigned = node['expression'] as Node;
    if (assigned.type !== 'AssignmentExpression') return false;
    // `A.prototype.x = B.prototype.x = …` goes as far as its first constructor is unborn.
    const left = assigned['left'] as Node;
    const path = pathOf(left);
    const [owner = '', member = ''] = path;
    if (owner === 'exports') {
      const isKept = this.#cuts.exports?.includes(member) !== false;
      if (isKept) this.#met.add(`export ${member}`);
      else this.#edits.push([node.start, node.end, '']);
      return !isKept;
    }
    const place = path.join('.');
    if (this.#cuts.unassigned?.includes(place)) {
      this.#replace(node, '', 'assigned', place);
      return true;
    }
    if (member !== 'prototype' || !this.#cuts.unborn?.includes(owner)) return false;
    this.#met.add(`prototype ${owner}`);
    assigned = assigned['right'] as Node;
    const isChain = assigned.type === 'AssignmentExpression';
    this.#edits.push([node.start, isChain ? assigned.start : node.end, '']);
    return !isChain;
  }

  #cutCases(node: Node, body: Node | undefined): void {
    const isTag = this.#isTag(node['discriminant'] as Node);
    const cases = node['cases'] as readonly Node[];
    const goes = cases.map((one) => this.#namesAbsent(one['test'] as Node | null, isTag));
    for (const [at, one] of cases.entries()) {
      const absent = goes[at];
      if (absent === undefined) continue;
      this.#met.add(absent);
      const [first] = one['consequent'] as readonly Node[];
      // What others fall into stays, without its label.
      const end = first !== undefined && isFallenInto(cases, goes, at) ? first.start : one.end;
      this.#edits.push([one.start, end, '']);
      // Other cases may use the variables that are declared in what goes.
      const names = [...variablesOf(one)];
      if (body !== undefined && names.length > 0)
        this.#edits.push([body.start + 1, body.start + 1, `var ${names.join()};`]);
    }
  }

  /** Which cut says that a case, or a comparison, is never met. */
  #namesAbsent(test: Node | null, isTag: boolean): string | undefined {
    if (test === null) return undefined;
    const { value } = test;
    if (isTag && typeof value === 'number' && this.#cuts.tags?.includes(value)) return `tag ${value}`;
    if (typeof value === 'string' && this.#cuts.strings?.includes(value)) return `string ${value}`;
    const name = nameOf(test);
    return name !== undefined && this.#cuts.unequal?.includes(name) ? `unequal ${name}` : undefined;
  }

  #isTag(node: Node): boolean {
    const name = node.type === 'MemberExpression' ? nameOf(node['property'] as Node) : nameOf(node);
    return name !== undefined && this.#tagNames.has(name);
  }

  #cutComparison(node: Node): boolean {
    const operator = node['operator'] as string;
    if (operator !== '===' && operator !== '!==') return false;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const absent =
      this.#namesAbsent(left, this.#isTag(right)) ??
      this.#namesAbsent(right, this.#isTag(left)) ??
      this.#namesNoFunction(left, right);
    if (absent === undefined) return false;
    this.#edits.push([node.start, node.end, operator === '===' ? '!1' : '!0']);
    this.#met.add(absent);
    return true;
  }

  #namesNoFunction(left: Node, right: Node): string | undefined {
    if (left['value'] !== 'function' || right['operator'] !== 'typeof') return undefined;
    const member = pathOf(right['argument'] as Node).at(-1) ?? '';
    return this.#cuts.noFunctions?.includes(member) ? `function ${member}` : undefined;
  }

  #cutBody(node: Node): boolean {
    const { bodies = {} } = this.#cuts;
    const name = nameOf(node['id'] as Node) ?? '';
    if (!Object.hasOwn(bodies, name)) return false;
    this.#replace(node['body'] as Node, `{${bodies[name]}}`, 'body', name);
    return true;
  }

  #cutCall(node: Node): boolean {
    const { calls = {} } = this.#cuts;
    const name = nameOf(node['callee'] as Node) ?? '';
    if (!Object.hasOwn(calls, name)) return false;
    this.#replace(node, calls[name] ?? '', 'call', name);
    return true;
  }

  #cutVariable(node: Node, parent: Node | undefined, hidden: ReadonlySet<string>): boolean {
    const target = node.type === 'Identifier' ? node : ((node['left'] ?? node['id']) as Node);
    const name = nameOf(target) ?? '';
    const { initial = {} } = this.#cuts;
    const declared = node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : null;
    if (declared !== null && Object.hasOwn(initial, name)) {
      this.#replace(declared, initial[name] ?? '', 'initial', name);
      return true;
    }
    const value = this.#constantOf(name);
    if (value === undefined || hidden.has(name)) return false;
    if (node.type === 'AssignmentExpression') {
      const right = node['right'] as Node;
      if (right.type === 'AssignmentExpression') {
        // What else is assigned in `a = b = 0` is not lost with it.
        this.#edits.push([node.start, right.start, '']);
        this.#met.add(`constant ${name}`);
        return false;
      }
      this.#replace(node, value, 'constant', name);
    } else if (node.type === 'VariableDeclarator') {
      const init = node['init'] as Node | null;
      this.#edits.push(init === null ? [node.end, node.end, `=${value}`] : [init.start, init.end, value]);
    } else if (!isName(node, parent)) this.#replace(node, value, 'constant', name);
    return true;
  }

  #cutMember(node: Node, parent: Node | undefined): boolean {
    const name = nameOf(node['property'] as Node) ?? '';
    const isWritten = parent?.type === 'AssignmentExpression' && parent['left'] === node;
    if (isWritten || !this.#cuts.falsy?.includes(name)) return false;
    this.#replace(node, '0', 'falsy', name);
    return true;
  }

  #cutMembers(node: Node): void {
    const properties = node['properties'] as readonly Node[];
    const names = properties.map((one) => nameOf(one['key'] as Node) ?? '');
    const gone = (this.#cuts.members ?? [])
      .filter(({ of }) => of.every((name) => names.includes(name)))
      .flatMap((cuts) => cuts.gone);
    for (const [at, name] of names.entries()) {
      const one = properties[at];
      if (one === undefined || !gone.includes(name)) continue;
      this.#edits.push([one.start, properties[at + 1]?.start ?? one.end, '']);
      this.#met.add(`member ${name}`);
    }
  }
}

export function* childrenOf(node: Node): Iterable<Node> {
  for (const member of Object.values(node))
    for (const child of Array.isArray(member) ? (member as unknown[]) : [member])
      if (isNode(child)) yield child;
}

function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
  );
}

/** Names that are declared by `var` in a node, for the whole of the function around it. */
function* variablesOf(node: Node): Iterable<string> {
  if (isFunction(node)) return;
  if (node.type === 'VariableDeclarator') yield nameOf(node['id'] as Node) ?? '';
  for (const child of childrenOf(node)) yield* variablesOf(child);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? (node['name'] as string) : undefined;
}

/** Whether an identifier names a member and reads no variable. */
function isName(node: Node, parent: Node | undefined): boolean {
  if (parent?.['computed'] === true) return false;
  return parent?.type === 'MemberExpression' ? parent['property'] === node : parent?.['key'] === node;
}

/** `['A', 'prototype', 'x']` of `A.prototype.x`. */
function pathOf(node: Node): readonly string[] {
  if (node.type !== 'MemberExpression') return [nameOf(node) ?? ''];
  return [...pathOf(node['object'] as Node), nameOf(node['property'] as Node) ?? ''];
}

/** Whether a case that stays runs on into this one. */
function isFallenInto(cases: readonly Node[], goes: readonly (string | undefined)[], at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const one = cases[before];
    const last = (one?.['consequent'] as readonly Node[] | undefined)?.at(-1);
    if (last !== undefined && isEnd(last)) return false;
    if (goes[before] === undefined) return true;
  }
  return false;
}

/** Whether nothing runs on behind a statement. */
function isEnd(statement: Node): boolean {
  switch (statement.type) {
    case 'BlockStatement': {
      const last = (statement['body'] as readonly Node[]).at(-1);
      return last !== undefined && isEnd(last);
    }
    case 'IfStatement': {
      const other = statement['alternate'] as Node | null;
      return other !== null && isEnd(other) && isEnd(statement['consequent'] as Node);
    }
    default:
      return /^(Return|Break|Continue|Throw)Statement$/.test(statement.type);
  }
}
