import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Walk as PlanWalk } from '#renderer/grammar/compile/plan-walk.ts';
import { createMeter, evaluate } from '#renderer/plan/evaluate.ts';
import {
  type Expression,
  Failure,
  type Locale,
  PENDING,
  type Result,
  type Scope,
  type Value,
} from '#renderer/plan/expression.ts';
import type {
  ActionPlan,
  AppPlan,
  CasePlan,
  EachPlan,
  NodePlan,
  ParamPlan,
  Plan,
  Shape,
} from '#renderer/plan/plan.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { isValue } from '#renderer/plan/value.ts';
import { appPlan, plans, projectFiles } from '#tests/engine.ts';
import { type Json, parseFile } from '#tests/reply-members.ts';
import { RUNS, SEED } from './settings.ts';

/*
 * "One meaning": the evaluator can compute what the checker accepted. Every expression of the real plans, under its
 * conditions and over data that matches the shapes, fails only for numbers beyond 2^53 and at the step limit.
 */

const app = appPlan();

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', '${x}', '{title}', '21', '174', '200', 'é😀', '-', 'https://elsewhere.test/'),
);
const date = fc.oneof(
  fc.constantFrom('2026-03-05', '2026-03-06', '2026-02-31', '0000-00-00', 'Next Friday', ''),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
);
const url = fc.constantFrom(
  'https://page.test/a',
  'https://elsewhere.test/?b=c#d',
  'tel:1',
  'mailto:a@b.test',
);
const whole = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger());

/** Any value of a shape, as the client can provide it. */
function valueOf(shape: Shape): fc.Arbitrary<Value> {
  switch (shape.type) {
    case 'record':
      return fc.record(
        Object.fromEntries(shape.members.map((member) => [member.name, valueOf(member.shape)])),
        {
          requiredKeys: shape.members
            .filter((member) => member.required || member.default !== undefined)
            .map((member) => member.name),
        },
      );
    case 'list':
      return fc.array(valueOf(shape.items), { maxLength: 3 });
    case 'map':
      return fc.dictionary(fc.string({ maxLength: 6 }), valueOf(shape.items), { maxKeys: 3 });
    case 'text':
      return shape.known ? fc.oneof(fc.constantFrom(...shape.known), text) : text;
    case 'integer':
    case 'money':
      return whole;
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'date':
      return date;
    case 'url':
      return url;
  }
}

/** As app.json declares it, because the plan has only the values. */
const appFile = projectFiles.find(({ path }) => path === 'screens/app.json');
const declaredConfig = (appFile ? parseFile(appFile)['config'] : {}) as {
  readonly [group: string]: { readonly [name: string]: Json };
};

function setting({ type, known, format, default: initial }: Json): fc.Arbitrary<Result> {
  if (type === 'boolean') return fc.boolean();
  if (initial === undefined && format === 'uri') return perhaps(url);
  // The shipped setting has one entry; two entries test conditions on a choice.
  if (Array.isArray(initial))
    return fc.constantFrom<Value>(initial as Value[], [...initial, ...initial] as Value[]);
  return fc.constantFrom(...((known ?? [initial]) as Value[]));
}

type Roots = { readonly [name: string]: Result };

function perhaps<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 4 });
}

function recordOf(values: { readonly [name: string]: fc.Arbitrary<Result> }): fc.Arbitrary<Result> {
  return fc.record(values) as fc.Arbitrary<unknown> as fc.Arbitrary<Result>;
}

function mapValues<T, U>(record: { readonly [name: string]: T }, to: (value: T) => U): { [name: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}

/** A required parameter is present, or the screen would not have opened. */
function parameter({ shape, required, default: initial }: ParamPlan): fc.Arbitrary<Value | undefined> {
  return required || initial !== undefined ? valueOf(shape) : perhaps(valueOf(shape));
}

/** Everything that a plan can read, as it can be at some time of a visit. */
function rootsOf(plan: Plan): fc.Arbitrary<Roots> {
  const data = mapValues(plan.data, ({ endpoint, optional }) => {
    const reply = valueOf((plan.endpoints[endpoint] as { reply: Shape }).reply) as fc.Arbitrary<Result>;
    const others: Result[] = optional ? [PENDING, undefined] : [PENDING];
    return fc.oneof({ weight: 6, arbitrary: reply }, fc.constantFrom(...others));
  });
  return fc.record({
    params: recordOf({ ...mapValues(app.carried, parameter), ...mapValues(plan.params, parameter) }),
    session: recordOf(mapValues(app.session, parameter)),
    config: recordOf(mapValues(declaredConfig, (group) => recordOf(mapValues(group, setting)))),
    device: recordOf({
      online: fc.boolean(),
      inShell: fc.boolean(),
      inApp: fc.boolean(),
      keyboardInset: fc.nat(400),
      language: fc.constantFrom(...app.languages.list),
      dark: fc.boolean(),
      textScale: fc.constantFrom(1, 1.5, 3),
    }),
    data: fc.record(data) as fc.Arbitrary<unknown> as fc.Arbitrary<Result>,
    state: recordOf(
      mapValues(plan.state, ({ shape, initial }) =>
        initial === undefined ? perhaps(valueOf(shape)) : valueOf(shape),
      ),
    ),
    kept: recordOf(
      mapValues(app.kept, ({ shape, initial }) =>
        initial === undefined ? perhaps(valueOf(shape)) : valueOf(shape),
      ),
    ),
    timer: recordOf(mapValues(plan.timers, () => fc.constant<Value>({ left: 0, running: false }))),
    form: fc.constant({
      rate: { stars: 4 },
      bank: { items: { channelNumber: '90006' } },
      application: { works: true, children: [{ '#key': 'first', name: 'Ana' }] },
    }),
  });
}

/** Codes that definitions compare with. */
const askedCodes = [
  ...JSON.stringify([...plans.values()]).matchAll(/\["get","error","code"\],"([^"]*)"/g),
].map(([, code]) => code ?? '');

const error: fc.Arbitrary<Value> = fc.record(
  {
    kind: fc.constantFrom('offline', 'server', 'business', 'invalid', 'unknown', 'refused'),
    code: fc.oneof(text, fc.constantFrom(...askedCodes)),
    message: text,
    pointer: text,
  },
  { requiredKeys: ['kind'] },
);

/** Walks a plan as the engine would, and records failures. */
class Walk {
  readonly failures: string[] = [];
  readonly computed: string[] = [];
  readonly #plan: Plan;
  readonly #sample: <T>(arbitrary: fc.Arbitrary<T>) => T;

  constructor(plan: Plan, sample: <T>(arbitrary: fc.Arbitrary<T>) => T) {
    this.#plan = plan;
    this.#sample = sample;
  }

  compute(expression: Expression | undefined, scope: Scope, where: string): Result {
    if (expression === undefined) return undefined;
    this.computed.push(JSON.stringify(expression));
    const result = evaluate(expression, scope, createMeter());
    if (result instanceof Failure && result.reason !== 'overflow' && result.reason !== 'steps') {
      this.failures.push(`${where}: ${result.reason} in ${JSON.stringify(expression)}`);
    }
    return result;
  }

  screen(scope: Scope): void {
    const { title, documentTitle, data, on, body, bar, overlays } = this.#plan;
    this.compute(title, scope, 'title');
    this.compute(documentTitle, scope, 'documentTitle');
    for (const [name, resource] of Object.entries(data)) {
      if (resource.when !== undefined && this.compute(resource.when, scope, `${name} when`) !== true)
        continue;
      for (const value of Object.values(resource.with)) this.compute(value, scope, `${name} with`);
      this.compute(resource.failed, scope.with('error', this.#sample(error)), `${name} failed`);
      // The actions after loading run when this resource is loaded; others may be loaded or not.
      if (isValue(scope.read(['data', name]))) this.list(resource.load ?? [], scope, `${name} load`);
    }
    this.list(on.enter ?? [], scope, 'enter');
    this.list(on.back ?? [], scope, 'back');
    for (const node of [...body, ...bar, ...Object.values(overlays)]) this.node(node, scope);
  }

  node(node: NodePlan, outer: Scope): void {
    for (const scope of this.items(node.each, outer, node.id)) {
      if (node.visible !== undefined && this.compute(node.visible, scope, `${node.id} visible`) !== true)
        continue;
      this.record(node.props, scope, node.id);
      for (const [name, elements] of Object.entries(node.lists ?? {})) {
        for (const element of elements) {
          for (const inner of this.items(element.each, scope, `${node.id} ${name}`)) {
            const isShown =
              element.visible === undefined || this.compute(element.visible, inner, node.id) === true;
            if (isShown) this.record(element.props, inner, `${node.id} ${name}`);
          }
        }
      }
      const isEnabled = node.enabled === undefined || this.compute(node.enabled, scope, node.id) === true;
      for (const children of Object.values(node.slots ?? {}))
        for (const child of children) this.node(child, scope);
      for (const { each, kind, name, section, initial, nodes } of node.supply?.elements ?? []) {
        for (const inner of this.items(each, scope, `${node.id} supplied`)) {
          for (const part of [kind, name, section, initial]) this.compute(part, inner, `${node.id} supplied`);
          for (const drawn of Object.values(nodes)) this.node(drawn, inner);
        }
      }
      if (!isEnabled) continue;
      for (const [event, list] of Object.entries(node.on ?? {})) {
        this.list(
          list,
          event === 'invalid' ? scope.with('error', this.#sample(error)) : scope,
          `${node.id} ${event}`,
        );
      }
    }
  }

  items(each: EachPlan | undefined, scope: Scope, where: string): readonly Scope[] {
    if (each === undefined) return [scope];
    const list = this.compute(each.list, scope, `${where} each`);
    const items: readonly Result[] =
      list === PENDING ? [PENDING] : Array.isArray(list) ? (list as readonly Value[]) : [];
    return items.map((item, at) => {
      const named = scope.with(each.as, item);
      const inner = each.at === undefined ? named : named.with(each.at, at);
      this.compute(each.key, inner, `${where} key`);
      return inner;
    });
  }

  record(props: { readonly [name: string]: Expression } | undefined, scope: Scope, where: string): void {
    for (const [name, value] of Object.entries(props ?? {})) this.compute(value, scope, `${where} ${name}`);
  }

  list(actions: readonly ActionPlan[], outer: Scope, where: string): void {
    let scope = outer;
    for (const action of actions) {
      const at = `${where} ${action.do}`;
      const runs = action.when === undefined || this.compute(action.when, scope, `${at} when`) === true;
      if (runs) {
        this.record(action.props, scope, at);
        this.critical(action, scope, at);
        for (const one of action.catch ?? []) {
          this.case(one, scope.with('error', this.#sample(error)), `${at} catch`);
        }
        this.firstCase(action.cases ?? [], scope, at);
        if (action.do === 'stop') return;
      }
      if (action.as !== undefined) scope = scope.with(action.as, runs ? this.#reply(action) : undefined);
    }
  }

  critical({ critical }: ActionPlan, scope: Scope, where: string): void {
    if (!critical) return;
    this.compute(critical.per, scope, `${where} per`);
    for (const amount of critical.amounts) this.compute(amount, scope, `${where} amount`);
    for (const value of Object.values(critical.with ?? {})) this.compute(value, scope, `${where} ask`);
    const ask = critical.ask === undefined ? undefined : this.#plan.endpoints[critical.ask];
    if (ask)
      this.compute(critical.done, scope.with('reply', this.#sample(valueOf(ask.reply))), `${where} done`);
  }

  case(one: CasePlan, scope: Scope, where: string): boolean {
    const holds = one.when === undefined || this.compute(one.when, scope, `${where} when`) === true;
    if (holds) this.list(one.run, scope, where);
    return holds;
  }

  firstCase(cases: readonly CasePlan[], scope: Scope, where: string): void {
    for (const one of cases) if (this.case(one, scope, where)) return;
  }

  #reply(action: ActionPlan): Result {
    const endpoint = action.props?.['endpoint'];
    const plan = typeof endpoint === 'string' ? this.#plan.endpoints[endpoint] : undefined;
    return plan ? this.#sample(valueOf(plan.reply)) : undefined;
  }
}

function sampleOf<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;
}

function localeIn(language: string): Locale {
  return {
    language,
    now: () => Date.UTC(2026, 2, 5, 10),
    message: (source) => source,
    ...(app.currency && { currency: app.currency }),
    timeZone: app.timeZone,
  };
}

/** The value of a parameter that the use of a part omits. */
const LEFT_OUT = JSON.stringify(['choose']);

const numRuns = Math.ceil(RUNS / 4);

/** Removes cases that cannot be reached, because an earlier case tests a parameter that this use omits. */
function reachable(plan: unknown): unknown {
  if (Array.isArray(plan)) return plan.map(reachable);
  if (typeof plan !== 'object' || plan === null) return plan;
  const entries = Object.entries(plan).map(([name, value]): [string, unknown] => {
    if (name !== 'cases' || !Array.isArray(value)) return [name, reachable(value)];
    const cases = value as readonly CasePlan[];
    const always = cases.findIndex(
      ({ when }) => when !== undefined && evaluate(when, createScope({})) === true,
    );
    return [name, (always < 0 ? cases : cases.slice(0, always + 1)).map(reachable)];
  });
  return Object.fromEntries(entries);
}

/** Every operation of a plan, as text; literals need no evaluation. */
function operationsOf({ body, bar, overlays, data, on, title, documentTitle }: Plan): readonly string[] {
  const walkable = {
    nodes: [...body, ...bar],
    overlays,
    data,
    lists: [on.enter ?? [], on.back ?? []],
    expressions: [title, documentTitle ?? ''],
  };
  // `reachable` only removes cases, so the type is the same.
  const rest = reachable(walkable) as typeof walkable;
  return new PlanWalk(rest).expressions.filter(Array.isArray).map((expression) => JSON.stringify(expression));
}

describe('everything that the checker accepts can be computed over all matching data', () => {
  it.each([...plans.values()])('$id', (plan) => {
    const computed = new Set<string>();
    fc.assert(
      fc.property(
        rootsOf(plan),
        fc.constantFrom(...app.languages.list),
        fc.integer(),
        (roots, language, seed) => {
          const walk = new Walk(plan, (arbitrary) => sampleOf(arbitrary, seed));
          walk.screen(createScope(roots, localeIn(language)));
          for (const spelling of walk.computed) computed.add(spelling);
          expect(walk.failures).toEqual([]);
        },
      ),
      { seed: SEED, numRuns },
    );
    console.info(`${plan.id}: ${computed.size} expressions over ${numRuns} visits, seed ${SEED}`);
    const hidden = operationsOf(plan).filter((spelling) => !computed.has(spelling));
    // No expression was always hidden, except those that depend on an omitted parameter.
    expect(hidden.filter((spelling) => !spelling.includes(LEFT_OUT))).toEqual([]);
  });

  it('and everything in app.json about failures too', () => {
    const { failures, bridge } = app satisfies AppPlan;
    const plan = [...plans.values()][0] as Plan;
    const lists = [
      ...Object.values(failures),
      ...Object.values({ ...bridge, ...plan.bridge }).flatMap(({ fallback }) => (fallback ? [fallback] : [])),
    ];
    fc.assert(
      fc.property(rootsOf(plan), error, fc.integer(), (roots, failure, seed) => {
        const walk = new Walk(plan, (arbitrary) => sampleOf(arbitrary, seed));
        const params = { phone: '1', productId: '2', url: 'https://page.test/' };
        const scope = createScope({ ...roots, params }, localeIn('source')).with('error', failure);
        for (const list of lists) walk.list(list, scope, 'app.json');
        expect(walk.failures).toEqual([]);
      }),
      { seed: SEED, numRuns },
    );
  });
});
