import type { Engine, LiveScreen } from '#renderer/runtime/index.ts';
import type { Value } from '#renderer/plan/expression.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import {
  dumpScreen,
  plans,
  scenarios,
  tappable,
  type Visit,
  USUAL,
  type VisitOptions,
  visitScreen,
} from '#tests/engine.ts';
import { testScenarios } from '#src/server/testing.ts';
import { LONG } from './settings.ts';

/* Every screen in every scenario of the fixtures, and in every situation that taps lead to. */

export interface Situation {
  readonly title: string;
  readonly screen: string;
  readonly options: VisitOptions;
  /** Instances of the tapped nodes. */
  readonly taps: readonly string[];
}

/** The configurations in which screens read different values. */
const CONFIGS: readonly NonNullable<VisitOptions['config']>[] = [
  {},
  {
    market: { visible: true },
    orderRating: { score: 'chosen', store: 'always' },
    kindTips: { dismiss: 'session' },
  },
];

/** Maximum number of taps in a row: a button, its overlay, and a control in it. */
const DEEPEST = 3;

/** Opens a situation. */
export async function enter({ screen, options, taps }: Situation, more: VisitOptions = {}): Promise<Visit> {
  const visit = await visitScreen(screen, { ...options, ...more });
  for (const instance of taps) await tap(visit, instance);
  return visit;
}

async function tap({ live, settle }: Visit, instance: string): Promise<void> {
  const node = tappable(live).find((one) => one.instance === instance);
  if (!node) throw new Error(`${instance} cannot be tapped.`);
  live.emit(node, 'tap');
  await settle();
}

/**
 * All situations with different content, the first of each kind: scenarios by screens, with and without values stored by
 * earlier screens, and then by taps.
 */
export async function explore(
  onVisit: (situation: Situation) => void = () => {},
): Promise<readonly Situation[]> {
  const seen = new Set<string>();
  const found: Situation[] = [];
  const left: { readonly kept: { readonly [name: string]: Value }; readonly options: VisitOptions }[] = [];

  async function look(situation: Situation): Promise<void> {
    onVisit(situation);
    const visit = await enter(situation);
    const { live, world } = visit;
    const kept = readKept(world.device);
    if (kept && !left.some((one) => JSON.stringify(one.kept) === JSON.stringify(kept))) {
      left.push({ kept, options: situation.options });
    }
    const ended = world.went.length > 0 || world.left.length > 0;
    const key = describe(situation, live);
    const targets = ended ? [] : tappable(live).map(({ instance }) => instance);
    live.close();
    if (seen.has(key)) return;
    seen.add(key);
    if (!ended) found.push(situation);
    if (situation.taps.length === DEEPEST) return;
    for (const instance of targets) {
      const taps = [...situation.taps, instance];
      await look({ ...situation, title: `${situation.title} → ${instance}`, taps });
    }
  }

  for (const config of CONFIGS) {
    for (const [screen, plan] of plans) {
      if (config !== CONFIGS[0] && !readsAny(plan, Object.keys(config), 'config')) continue;
      for (const scenario of casesOf(screen)) {
        const title = `${screen}, ${scenario}${config === CONFIGS[0] ? '' : ', open market'}`;
        await look({ title, screen, options: { scenario, config }, taps: [] });
      }
    }
  }
  // In the scenario that stored them, because they belong to its order.
  for (const { kept, options } of [...left]) {
    for (const [screen, plan] of plans) {
      if (!readsAny(plan, Object.keys(kept), 'kept')) continue;
      await look({
        title: `${screen}, kept ${Object.keys(kept).join()}`,
        screen,
        options: { ...options, kept },
        taps: [],
      });
    }
  }
  return found;
}

/** The scenarios for a screen; in the long check all, because every reply can reach every screen. */
function casesOf(screen: string): readonly string[] {
  if (LONG) return scenarios;
  return scenarios.filter((name) => name === USUAL || testScenarios.get(name)?.opens.includes(screen));
}

/** Whether a plan reads one of these names of a root; searched in the plan's text. */
function readsAny(plan: Plan, names: readonly string[], root: string): boolean {
  const text = JSON.stringify(plan);
  return names.some((name) => text.includes(JSON.stringify([root, name]).slice(1, -1)));
}

/** The rendered text and its data, without running numbers of notices and orders. */
function describe({ screen, options }: Situation, live: LiveScreen & { readonly engine: Engine }): string {
  const { data, state, kept } = live.engine.store.get();
  const words = `${dumpScreen(live)}\n${JSON.stringify({ data, state, kept })}`;
  const same = words
    .replaceAll(/"(id|until|readAt)":("[^"]*"|\d+)/g, '')
    .replaceAll(`${options.scenario}-v`, '');
  return `${screen} ${JSON.stringify(options.config)}\n${same}`;
}

function readKept(device: ReadonlyMap<string, string>): { readonly [name: string]: Value } | undefined {
  const entries = [...device].flatMap(([key, text]) => {
    const name = /^capiz:(\w+)$/.exec(key)?.[1];
    return name === undefined ? [] : [[name, JSON.parse(text) as Value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
