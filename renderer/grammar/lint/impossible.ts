import type { Expression } from '../../plan/expression.ts';

/** Constraints on one value that a conjunction requires. */
interface Demands {
  /** The possible values; undefined for any. */
  among?: Set<string>;
  readonly not: Set<string>;
  least: number;
  most: number;
  /** The bounds are exclusive. */
  isAbove: boolean;
  isBelow: boolean;
}

/** With more alternatives than this, the result is always false. */
const MAX_ALTERNATIVES = 200;

/**
 * Whether conditions exclude each other for any data: by comparisons of one value with constants, by
 * presence, or by a flag and its negation. False means unknown.
 */
export function isImpossible(conditions: readonly Expression[]): boolean {
  const alternatives = expand(conditions);
  return alternatives !== undefined && alternatives.every(contradicts);
}

interface Atom {
  readonly expression: Expression;
  readonly isNegated: boolean;
}

/** Converts conditions to disjunctive normal form; undefined if it has too many alternatives. */
function expand(conditions: readonly Expression[]): Atom[][] | undefined {
  let alternatives: Atom[][] | undefined = [[]];
  for (const condition of conditions) alternatives = multiply(alternatives, expandOne(condition, false));
  return alternatives;
}

function expandOne(expression: Expression, isNegated: boolean): Atom[][] | undefined {
  if (Array.isArray(expression)) {
    const [operator, left, right] = expression as readonly [string, Expression, Expression];
    if (operator === '!') return expandOne(left, !isNegated);
    if (operator === '&&' || operator === '||') {
      const sides = [expandOne(left, isNegated), expandOne(right, isNegated)] as const;
      return (operator === '&&') === isNegated ? add(...sides) : multiply(...sides);
    }
  }
  return [[{ expression, isNegated }]];
}

function add(a: Atom[][] | undefined, b: Atom[][] | undefined): Atom[][] | undefined {
  return a === undefined || b === undefined ? undefined : limit([...a, ...b]);
}

function multiply(a: Atom[][] | undefined, b: Atom[][] | undefined): Atom[][] | undefined {
  if (a === undefined || b === undefined || a.length * b.length > MAX_ALTERNATIVES) return undefined;
  return a.flatMap((one) => b.map((other) => [...one, ...other]));
}

function limit(alternatives: Atom[][]): Atom[][] | undefined {
  return alternatives.length > MAX_ALTERNATIVES ? undefined : alternatives;
}

function contradicts(atoms: readonly Atom[]): boolean {
  const all = new Map<string, Demands>();
  const of = (subject: unknown): Demands => {
    const key = JSON.stringify(subject);
    const demands: Demands = all.get(key) ?? {
      not: new Set(),
      least: -Infinity,
      most: Infinity,
      isAbove: false,
      isBelow: false,
    };
    all.set(key, demands);
    return demands;
  };
  for (const { expression, isNegated } of atoms) {
    if (typeof expression === 'boolean') {
      if (expression === isNegated) return true;
    } else if (!demandComparison(expression, isNegated, of)) {
      allow(of(expression), new Set([String(!isNegated)]));
    }
  }
  return [...all.values()].some(isUnmet);
}

const FLIPPED: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITE: { readonly [operator: string]: string } = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** Whether an expression compares something with constants. If so, adds the constraint. */
function demandComparison(
  expression: Expression,
  isNegated: boolean,
  of: (subject: unknown) => Demands,
): boolean {
  if (!Array.isArray(expression)) return false;
  const [operator, left, right] = expression as readonly [string, Expression, Expression];
  if (operator === 'in' && Array.isArray(right) && right[0] === 'list') {
    const items = right.slice(1) as Expression[];
    if (!items.every(isConstant)) return false;
    const words = new Set(items.map((item) => JSON.stringify(item)));
    if (isNegated) for (const word of words) of(left).not.add(word);
    else allow(of(left), words);
    return true;
  }
  const isSwapped = isConstant(left);
  const [subject, constant] = isSwapped ? [right, left] : [left, right];
  if (right === undefined || !isConstant(constant) || isConstant(subject)) return false;
  if (operator === '==' || operator === '!=') {
    const word = JSON.stringify(constant);
    if ((operator === '==') === isNegated) of(subject).not.add(word);
    else allow(of(subject), new Set([word]));
    return true;
  }
  const read = isSwapped ? FLIPPED[operator] : operator;
  const meant = isNegated ? OPPOSITE[read ?? ''] : read;
  if (meant === undefined || typeof constant !== 'number') return false;
  bound(of(subject), meant, constant);
  return true;
}

function isConstant(expression: Expression | undefined): boolean {
  return expression !== undefined && !Array.isArray(expression);
}

function allow(demands: Demands, words: Set<string>): void {
  const { among } = demands;
  demands.among = among === undefined ? words : new Set([...among].filter((word) => words.has(word)));
}

function bound(demands: Demands, operator: string, constant: number): void {
  if (operator.startsWith('>')) {
    if (constant > demands.least) demands.isAbove = false;
    demands.least = Math.max(demands.least, constant);
    if (operator === '>' && constant === demands.least) demands.isAbove = true;
  } else {
    if (constant < demands.most) demands.isBelow = false;
    demands.most = Math.min(demands.most, constant);
    if (operator === '<' && constant === demands.most) demands.isBelow = true;
  }
}

function isUnmet({ among, not, least, most, isAbove, isBelow }: Demands): boolean {
  if (least > most || (least === most && (isAbove || isBelow))) return true;
  if (among === undefined) return false;
  return ![...among].some((word) => {
    if (not.has(word)) return false;
    const value: unknown = JSON.parse(word);
    if (typeof value !== 'number') return true;
    return (isAbove ? value > least : value >= least) && (isBelow ? value < most : value <= most);
  });
}
