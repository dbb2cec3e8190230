import { fold } from '#renderer/grammar/compile/fold.ts';
import { placeOfNamedValue } from '#renderer/grammar/compile/named-values.ts';
import { mapOperands } from '#renderer/grammar/compile/plan-expression.ts';
import type { Expression } from '#renderer/plan/expression.ts';

/**
 * A point of a definition that has several possible results. The points of a part are counted once for all screens that
 * use it.
 */
export interface Point {
  readonly file: string;
  /** JSON Pointer. */
  readonly pointer: string;
  /** `node`: rendered. `condition`: true and false. `case`: taken. `action`: done, and failed if it can. */
  readonly kind: 'node' | 'condition' | 'case' | 'action';
  /** The possible results. */
  readonly ways: readonly string[];
}

/** The evaluator function that conditions call; without a value if the condition is absent. */
export const SEEN = 'coverage:seen';

/** A location in a document. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}
export const below = ({ file, pointer }: Place, path: string): Place => ({
  file,
  pointer: `${pointer}/${path}`,
});

type Operation = Exclude<Expression, string | number | boolean>;

/** The points of one plan, and expressions that report them. */
export class Points {
  /** By id. */
  readonly all = new Map<string, Point>();

  add({ file, pointer }: Place, kind: Point['kind'], ways: readonly string[], suffix = ''): string {
    const id = `${file}#${pointer}${suffix}`;
    this.all.set(id, {
      file,
      pointer,
      kind,
      ways: [...new Set([...(this.all.get(id)?.ways ?? []), ...ways])],
    });
    return id;
  }

  /** Numbers the conditions of one text in the order of their occurrence. */
  expression(whole: Expression, at: Place): Expression {
    let count = 0;
    const watch = (condition: Expression): Expression => {
      // Another use of the part may not decide it, so it is counted.
      count += 1;
      if (isDecided(condition)) return condition;
      const id = this.add(at, 'condition', ['true', 'false'], `?${count}`);
      return ['call', SEEN, id, walk(condition)];
    };
    const walk = (one: Expression): Expression => {
      if (!Array.isArray(one)) return one;
      // The conditions of a named value are points of the value, not of the place where it is read.
      const named = one === whole ? undefined : placeOfNamedValue(one as Expression);
      if (named !== undefined) return this.expression(one as Expression, named);
      const operation = one as Operation;
      if (operation[0] === 'choose') {
        const entries = operation.slice(1) as (readonly [Expression, Expression])[];
        return ['choose', ...entries.map(([when, value]) => [watch(when), walk(value)] as const)];
      }
      if (operation[0] === 'filter' || operation[0] === 'exists' || operation[0] === 'all')
        return [operation[0], walk(operation[1]), operation[2], watch(operation[3])];
      return mapOperands(operation, walk);
    };
    return walk(whole);
  }

  condition(when: Expression, at: Place): Expression {
    if (isDecided(when)) return when;
    return ['call', SEEN, this.add(at, 'condition', ['true', 'false']), this.expression(when, at)];
  }

  /**
   * A critical request has three results: succeeded, failed, or not known yet. Since grammar 5 it has a condition for each of the first two;
   * in earlier grammars the third is a `done` that is absent.
   */
  ending(done: Expression, critical: Place): Expression {
    if (typeof done !== 'object') return done;
    if (done[0] === 'choose') {
      const [, ...ends] = done;
      const points = ends.map(([when, isDone]) => {
        const at = below(critical, isDone === true ? 'done' : 'failed');
        return [this.condition(when, at), isDone] as const;
      });
      return ['choose', ...points];
    }
    const at = below(critical, 'done');
    const id = this.add(at, 'condition', ['true', 'false']);
    return ['or', ['call', SEEN, id, this.expression(done, at)], ['call', SEEN, id]];
  }

  private seen(name: string, value: Expression, at: Place): Expression {
    if (name === MADE_BY_COMPILER) return value;
    return CONDITIONS.has(name) ? this.condition(value, at) : this.expression(value, at);
  }

  record<T extends { readonly [name: string]: Expression }>(given: T, at: Place): T {
    // A rule that keeps the range of a field: the definition has no condition for it.
    if (given['range'] !== undefined) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, this.seen(name, value, below(at, name))]),
    ) as T;
  }
}

/** Whether a constant decides a condition, for example the value of a part's parameter: then it has no two results. */
function isDecided(when: Expression): boolean {
  return typeof fold(when) !== 'object';
}

/** Conditions on the language of texts; the compiler adds them, so they are not counted. */
const MADE_BY_COMPILER = 'spoken';
/** Properties whose values are conditions. */
const CONDITIONS: ReadonlySet<string> = new Set(['when', 'check', 'done', 'visibleWhen', 'enabledWhen']);
