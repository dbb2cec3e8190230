import type { Expression, Value } from '../../plan/expression.ts';

type Operation = Exclude<Expression, string | number | boolean>;

function isOperation(expression: Expression | undefined): expression is Operation {
  return Array.isArray(expression);
}

/** How paths and names of a part's expressions are replaced where the part is used. */
export interface Renaming {
  /** The expression that replaces a path from a root or a name. */
  path(path: readonly string[]): Expression;
  /** The new name for a variable that a macro introduces. */
  name(name: string): string;
}

/** A constant as an expression. */
export function literalExpression(value: Value): Expression {
  if (Array.isArray(value)) return ['list', ...value.map((item: Value) => literalExpression(item))];
  if (typeof value === 'object') {
    const members: Record<string, Expression> = {};
    for (const [name, member] of Object.entries(value)) members[name] = literalExpression(member);
    return ['record', members];
  }
  return value;
}

/** An expression that is always absent: the value of a parameter that a use leaves out. */
export const ABSENT: Expression = ['choose'];

/** The same operation with mapped operands. Names that it introduces do not change. */
export function mapOperands(operation: Operation, map: (operand: Expression) => Expression): Expression {
  switch (operation[0]) {
    case 'get':
      return operation;
    case 'member':
      return ['member', map(operation[1]), ...(operation.slice(2) as string[])];
    case 'list':
      return ['list', ...(operation.slice(1) as Expression[]).map(map)];
    case 'record': {
      const members: Record<string, Expression> = {};
      for (const [name, member] of Object.entries(operation[1])) members[name] = map(member);
      return ['record', members];
    }
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      return [operation[0], map(operation[1]), operation[2], map(operation[3])];
    case 'call':
      return ['call', operation[1], ...(operation.slice(2) as Expression[]).map(map)];
    case 'choose': {
      const entries = operation.slice(1) as (readonly [Expression, Expression])[];
      return ['choose', ...entries.map(([when, value]) => [map(when), map(value)] as const)];
    }
    case 'text': {
      if (operation[2] === undefined) return operation;
      const names: Record<string, Expression> = {};
      for (const [name, value] of Object.entries(operation[2])) names[name] = map(value);
      const [, source, , context] = operation;
      return context === undefined ? ['text', source, names] : ['text', source, names, context];
    }
    case 'has':
    case '!':
    case 'neg':
      return [operation[0], map(operation[1])];
    default:
      // All other operations have two operands; a tuple type cannot express that the operation stays the
      // same.
      return [operation[0], map(operation[1]), map(operation[2])] as unknown as Expression;
  }
}

/** Replaces paths and names in an expression. A replacement is not renamed again. */
export function rename(expression: Expression, renaming: Renaming): Expression {
  if (!isOperation(expression)) return expression;
  const operation = expression;
  switch (operation[0]) {
    case 'get':
      return renaming.path(operation.slice(1) as string[]);
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      return [
        operation[0],
        rename(operation[1], renaming),
        renaming.name(operation[2]),
        rename(operation[3], renaming),
      ];
    case 'has': {
      const path = rename(operation[1], renaming);
      if (!isOperation(path)) return true;
      return path[0] === 'choose' && path.length === 1 ? false : ['has', path];
    }
    default:
      return mapOperands(operation, (operand) => rename(operand, renaming));
  }
}

/** Reads members of an expression's value. */
export function membersOf(value: Expression, names: readonly string[]): Expression {
  if (names.length === 0) return value;
  if (isOperation(value) && value[0] === 'get') return [...value, ...names];
  if (isOperation(value) && value[0] === 'choose' && value.length === 1) return ABSENT;
  return ['member', value, ...names];
}

/** Calls `visit` for every operation, the outermost first. */
export function visitOperations(expression: Expression, visit: (operation: Operation) => void): void {
  if (!isOperation(expression)) return;
  visit(expression);
  for (const operand of operandsOf(expression)) visitOperations(operand, visit);
}

/** Whether a text or value contains a formatted amount. */
export function showsMoney(expression: Expression): boolean {
  let shows = false;
  visitOperations(expression, (operation) => {
    shows ||= operation[0] === 'call' && operation[1] === 'money';
  });
  return shows;
}

/** The operands that `mapOperands` maps, in the same order. */
export function operandsOf(operation: Operation): readonly Expression[] {
  switch (operation[0]) {
    case 'get':
      return [];
    case 'member':
    case 'has':
    case '!':
    case 'neg':
      return [operation[1]];
    case 'list':
      return operation.slice(1) as Expression[];
    case 'record':
      return Object.values(operation[1]);
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      return [operation[1], operation[3]];
    case 'call':
      return operation.slice(2) as Expression[];
    case 'choose':
      return (operation.slice(1) as (readonly [Expression, Expression])[]).flat();
    case 'text':
      return Object.values(operation[2] ?? {});
    default:
      return [operation[1], operation[2]];
  }
}

/** Reading a map with a constant key is the same as a path. */
function entryOf([, container, key]: Extract<Operation, readonly ['at', ...unknown[]]>):
  | Expression
  | undefined {
  if (typeof key !== 'string' || key === '' || key.includes('.')) return undefined;
  return isOperation(container) && container[0] === 'get' ? [...container, key] : undefined;
}

/** Adds the dotted paths that an expression reads, without names that it introduces itself. */
export function addReads(
  expression: Expression | undefined,
  reads: Set<string>,
  own: readonly string[] = [],
): void {
  if (!isOperation(expression)) return;
  const operation = expression;
  switch (operation[0]) {
    case 'get':
      if (!own.includes(operation[1] ?? '')) reads.add(operation.slice(1).join('.'));
      return;
    case 'at': {
      const entry = entryOf(operation);
      addReads(entry ?? operation[1], reads, own);
      if (entry === undefined) addReads(operation[2], reads, own);
      return;
    }
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      addReads(operation[1], reads, own);
      addReads(operation[3], reads, [...own, operation[2]]);
      return;
    default:
      for (const operand of operandsOf(operation)) addReads(operand, reads, own);
  }
}

/** The dotted paths that expressions read, sorted. */
export function readsOf(...expressions: (Expression | undefined)[]): string[] {
  const reads = new Set<string>();
  for (const expression of expressions) addReads(expression, reads);
  return [...reads].sort();
}
