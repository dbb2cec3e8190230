import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library, nodeOf } from '#renderer/grammar/testing.ts';
import { createMeter, evaluate } from '#renderer/plan/evaluate.ts';
import { type Expression, Failure, type Result, type Scope, type Value } from '#renderer/plan/expression.ts';
import { limits } from '#renderer/plan/limits.generated.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { type HostilePlan, hostilePlans, hostileSources } from './hostile-expressions.ts';
import { BY_NUMBER } from './settings.ts';

/*
 * Check 17: the cost of an expression. Every expression is refused before evaluation, or ends within the step limit, with the
 * same cost each time; it reads no inherited member and calls no function of the page.
 */

/** Larger than a contract allows, so that no list ends early. */
const DATA = {
  shelf: {
    name: 'A shelf '.repeat(1_000),
    note: 'A note',
    fine: 120,
    books: Array.from({ length: limits.listItems }, (_, at) => ({ title: `Book ${at}`, pages: at + 1 })),
  },
  wide: Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`m${at}`, at])),
} as unknown as Value;

const LOCALE = {
  language: 'en-PH',
  now: () => Date.UTC(2026, 2, 3),
  message: (source: string) => source,
  currency: { sign: '₱', decimals: 2 },
  timeZone: 'Asia/Manila',
};

/** Data that records reads of inherited members, and a planted function. */
function watched(): { readonly scope: Scope; readonly called: string[] } {
  const called: string[] = [];
  const trap = () => {
    called.push('called');
    return 1;
  };
  const shelf = Object.create({ inherited: 'leak' }) as { [name: string]: unknown };
  Object.assign(shelf, (DATA as unknown as { readonly shelf: object }).shelf, { trap });
  const wide = (DATA as unknown as { readonly wide: object }).wide;
  const data = { shelf, wide } as unknown as Value;
  return { scope: createScope({ data }, LOCALE), called };
}

interface Spent {
  readonly result: Result;
  readonly steps: number;
  /** CPU time, independent of other programs. */
  readonly milliseconds: number;
}

function measure(plan: Expression, scope: Scope, compute = evaluate): Spent {
  const meter = createMeter();
  const began = process.cpuUsage();
  const result = compute(plan, scope, meter);
  const { user, system } = process.cpuUsage(began);
  return { result, steps: limits.screenSteps - meter.left, milliseconds: (user + system) / 1_000 };
}

/** Number of characters and items in a result; stops at `most`. */
function sizeOf(result: unknown, most: number): number {
  let size = 0;
  const open = [result];
  for (let value = open.pop(); size <= most && (value !== undefined || open.length > 0); value = open.pop()) {
    size += typeof value === 'string' ? value.length : 1;
    if (typeof value === 'object' && value !== null && !(value instanceof Failure))
      for (const inner of Object.values(value)) open.push(inner);
  }
  return size;
}

/** Whether the result is a function, or the planted value `leak`. */
const isForeign = (result: unknown): boolean => typeof result === 'function' || result === 'leak';

/** Maximum number of characters that one expression can make: 32 for each step. */
const MOST_CHARACTERS = 32 * limits.expressionSteps + 8_000;

const isFailure = (result: Result, reason: string) => result instanceof Failure && result.reason === reason;

/** The fault in how an expression ended. */
function findFault(plan: Expression, compute = evaluate): string | undefined {
  const { scope, called } = watched();
  const first = measure(plan, scope, compute);
  const second = measure(plan, scope, compute);
  // The step over the limit is counted.
  if (first.steps > limits.expressionSteps + 1) return `takes ${first.steps} steps`;
  // The program's stack limit is not ours; readPlan refuses plans of that depth.
  const isTooDeep = isFailure(first.result, 'internal');
  if (!isTooDeep && first.steps !== second.steps) return `costs ${first.steps} and then ${second.steps}`;
  if (!isTooDeep && !isDeepStrictEqual(first.result, second.result)) return 'is not the same twice';
  if (isForeign(first.result)) return 'reads what is not its own';
  if (called.length > 0) return 'calls what is in data';
  if (sizeOf(first.result, MOST_CHARACTERS) > MOST_CHARACTERS) return 'yields more than it has paid for';
  return undefined;
}

/** The server's plan of a condition; undefined if it is refused. */
function lower(visibleWhen: string): Expression | undefined {
  const body = [{ type: 'text', id: 'words', text: 'Words', visibleWhen }];
  const plan = compileProject(library({ body })).plans.get('shelf');
  return plan === undefined ? undefined : nodeOf(plan, 'words').visible;
}

const countBy = (classes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(classes)].map((name) => [name, classes.filter((one) => one === name).length]),
  );

const sources = hostileSources();
/** Functions in this test's data that must not be called. */
const plans: readonly HostilePlan[] = [
  ...hostilePlans(),
  ...[
    ['get', 'data', 'shelf', 'trap'],
    ['get', 'data', 'shelf', 'inherited'],
    ['call', 'trap', 'x'],
  ].map((plan) => ({ class: 'function in data', plan: plan as unknown as Expression })),
];

describe('a hostile expression', () => {
  it('of a definition is refused, or ends within the step limit with the same cost each time', () => {
    const faults: string[] = [];
    const compiled: HostilePlan[] = [];
    for (const { class: kind, source } of sources) {
      const lowered = lower(source);
      if (lowered === undefined) continue;
      compiled.push({ class: kind, plan: lowered });
      const fault = findFault(lowered);
      if (fault !== undefined) faults.push(`${source.slice(0, 80)} ${fault}`);
    }
    reportFigures({
      ...{ check: 17, part: 'definitions', expressions: sources.length },
      ...{ refused: sources.length - compiled.length, computed: compiled.length, faults: faults.length },
      classes: countBy(sources.map(({ class: kind }) => kind)),
    });
    expect(faults).toEqual([]);
    expect(sources.length).toBeGreaterThanOrEqual(200);
    // Expressions that read or call something outside the language are never accepted.
    const harmless = new Set(['nested comprehension', 'deep', 'long', 'doubling']);
    expect(compiled.filter(({ class: kind }) => !harmless.has(kind))).toEqual([]);
  });

  it('of an unchecked plan ends within the step limit, reads only its own data and calls nothing', () => {
    const faults = plans.flatMap(({ class: kind, plan }) => {
      const fault = findFault(plan);
      return fault === undefined ? [] : [`${kind} ${JSON.stringify(plan).slice(0, 90)} ${fault}`];
    });
    reportFigures({
      ...{ check: 17, part: 'plans', expressions: plans.length, faults: faults.length },
      classes: countBy(plans.map(({ class: kind }) => kind)),
    });
    expect(faults).toEqual([]);
  });

  it.runIf(BY_NUMBER)('ends within 10 ms, and a screen of such expressions within 50 ms', () => {
    const { scope } = watched();
    const times = plans.map(({ class: kind, plan }) => {
      // The first runs include compilation and garbage collection.
      const runs = Array.from({ length: 7 }, () => measure(plan, scope).milliseconds);
      return { kind, milliseconds: Math.min(...runs), plan };
    });
    times.sort((a, b) => b.milliseconds - a.milliseconds);
    const [slowest] = times;
    const screens = times.slice(0, 5).map(({ plan }) => {
      const runs = Array.from({ length: 5 }, () => {
        const meter = createMeter();
        const began = process.cpuUsage();
        for (let at = 0; at < limits.expressions; at += 1) evaluate(plan, scope, meter);
        const { user, system } = process.cpuUsage(began);
        return (user + system) / 1_000;
      });
      return Math.min(...runs);
    });
    reportFigures({
      ...{ check: 17, part: 'time', slowest: slowest?.milliseconds, class: slowest?.kind },
      ...{
        screen: Math.max(...screens),
        slow: times.slice(0, 5).map(({ kind, milliseconds }) => [kind, milliseconds]),
      },
    });
    expect(slowest?.milliseconds).toBeLessThan(10);
    expect(Math.max(...screens)).toBeLessThan(50);
  });

  it('the check detects an evaluator that does not count steps, and one that reads inherited members', async () => {
    const faultsWith = async (file: string, make: (real: object) => object) => {
      vi.resetModules();
      vi.doMock(file, async (read) => make(await read<object>()));
      try {
        const { evaluate: faulty } = await import('#renderer/plan/evaluate.ts');
        return plans
          .filter(({ class: kind }) => !['deep', 'doubling', 'long text', 'wide record'].includes(kind))
          .map(({ plan }) => findFault(plan, faulty));
      } finally {
        vi.doUnmock(file);
        vi.resetModules();
      }
    };
    const generous = { limits: { ...limits, expressionSteps: 20_000 } };
    const uncounted = await faultsWith('#renderer/plan/limits.generated.ts', () => generous);
    expect(uncounted.filter((fault) => /^takes \d+ steps$/.test(fault ?? '')).length).toBeGreaterThan(0);
    const careless = (value: unknown, names: readonly string[], from = 0): unknown =>
      names
        .slice(from)
        .reduce((held, name) => (held as { [name: string]: unknown } | undefined)?.[name], value);
    const inherited = await faultsWith('#renderer/plan/value.ts', (real) => ({
      ...real,
      readPath: careless,
    }));
    expect(inherited).toContain('reads what is not its own');
  });
});
