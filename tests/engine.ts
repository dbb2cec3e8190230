import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { compileProject } from '#renderer/grammar/compile.ts';
import {
  type DeviceFacts,
  type Engine,
  type Http,
  HttpFailure,
  type LiveChild,
  type LiveNode,
  type LiveScreen,
  openScreen,
  type Probes,
} from '#renderer/runtime/index.ts';
import { DEVICE, type FakeWorld, fakeWorld } from '#renderer/runtime/testing.ts';
import { PENDING, type Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { knowsWidget } from '#renderer/widgets/index.ts';
import { readProject } from '#src/cli/project.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import { createApp } from '#src/server/app.ts';
import { TEST_PAY_ORIGIN, testParts, testScenarios, testService, testStates } from '#src/server/testing.ts';

/*
 * The real screens with the real engine, without a browser: the definitions of `screens/`, compiled once; calls answered
 * by the simulator over `fixtures/scenarios`; clock, storage, router, shell and clipboard are fakes.
 */

/** Every document of the project. */
export const projectFiles: readonly ProjectFile[] = readProject('.');

const compiled = compileProject(projectFiles);

export const plans: ReadonlyMap<string, Plan> = compiled.plans;
export const scenarios: readonly string[] = [...testScenarios.keys()];

export type Config = { readonly [group: string]: { readonly [name: string]: Value } };

/** The application, with the simulator's pages as allowed targets of links and frames. */
export function appPlan(config: Config = {}): AppPlan {
  if (!compiled.app) throw new Error(`The project does not compile: ${compiled.problems[0]?.message}`);
  const { hosts, config: own } = compiled.app;
  const groups = Object.entries(own).map(([group, values]) => [group, { ...values, ...config[group] }]);
  return {
    ...compiled.app,
    hosts: {
      ...hosts,
      leave: [...hosts.leave, new URL(TEST_PAY_ORIGIN).host],
      frame: [...hosts.frame, new URL(TEST_PAY_ORIGIN).host],
    },
    config: Object.fromEntries(groups) as AppPlan['config'],
  };
}

export interface VisitOptions {
  /** The scenario; the order's number selects it. */
  readonly scenario?: string;
  /** Separates two visits of one scenario. */
  readonly visit?: string;
  /** Parameters of the address, which extend or replace those of the scenario. */
  readonly params?: { readonly [name: string]: Value | undefined };
  /** Replaces the plan of the screen. */
  readonly plan?: Plan;
  /** Overrides the configuration of app.json. */
  readonly config?: Config;
  /** Values stored by an earlier screen. */
  readonly kept?: { readonly [name: string]: Value };
  readonly device?: Partial<DeviceFacts>;
  /** Changes a reply, including its envelope. */
  readonly tamper?: (envelope: { readonly [member: string]: unknown }, url: string) => unknown;
  readonly probes?: Probes;
}

export interface Visit {
  readonly live: LiveScreen & { readonly engine: Engine };
  readonly world: FakeWorld;
  /** Waits until no call is pending; advances the clock. */
  settle(ms?: number): Promise<void>;
}

const SERVER_PARTS = {
  ...testParts([new URL(TEST_PAY_ORIGIN).host]),
  loanService: {
    scenarios: testScenarios,
    service: testService,
    states: testStates,
    payOrigin: TEST_PAY_ORIGIN,
  },
  wait: () => Promise.resolve(),
};
const ORIGIN = 'https://page.test';
const PRODUCT = '1203';

/** The scenario in which most screens have content. */
export const USUAL = 'repayable';

/** Opens a screen for one visitor, and waits until it is idle. */
export async function visitScreen(screen: string, options: VisitOptions = {}): Promise<Visit> {
  const plan = options.plan ?? plans.get(screen);
  if (!plan) throw new Error(`There is no plan for ${screen}.`);
  const { scenario = scenarioOf(screen), visit = 'v', kept = {} } = options;
  const address = testScenarios.get(scenario)?.address ?? {};
  const world = fakeWorld();
  const { http, whenIdle } = createHttp(world, options.tamper);
  const base = {
    plan,
    app: appPlan(options.config),
    services: { ...world.services, http },
    params: { productId: PRODUCT, orderId: `${scenario}-${visit}`, ...address, ...options.params },
    session: { ...sessionOf(visit, `${scenario}-${visit}`), ...address },
    device: { ...DEVICE, language: 'en-PH', ...options.device },
    entry: 'entry',
    actions,
    knowsWidget,
    createForms,
  };
  if (Object.keys(kept).length > 0) {
    // The first opening assigns the storage to this visitor; the second one finds its values.
    openScreen(base).close();
    await whenIdle();
    for (const [name, value] of Object.entries(kept)) {
      for (const store of [world.session, world.device]) store.set(`capiz:${name}`, JSON.stringify(value));
    }
  }
  const live = openScreen(base, options.probes);
  const settle = async (ms = 1_000): Promise<void> => {
    await whenIdle();
    await world.pass(ms);
    await whenIdle();
  };
  await settle();
  return { live, world, settle };
}

/** The default scenario if it has this screen, else the first scenario that has. */
function scenarioOf(screen: string): string {
  if (testScenarios.get(USUAL)?.opens.includes(screen)) return USUAL;
  return [...testScenarios.values()].find(({ opens }) => opens.includes(screen))?.name ?? USUAL;
}

function sessionOf(visit: string, orderId: string): { readonly [name: string]: string } {
  const device = `device-${visit}`;
  const session = `session-${orderId}`;
  return {
    userId: `user-${visit}`,
    sessionId: `session-${visit}`,
    deviceId: device,
    building: device,
    gather: session,
    swift: device,
    eyes: session,
  };
}

function createHttp(
  world: FakeWorld,
  tamper: VisitOptions['tamper'],
): { readonly http: Http; whenIdle(): Promise<void> } {
  const { app } = createApp({ ...SERVER_PARTS, now: () => world.now() });
  let underway = 0;

  async function request(url: string, init: RequestInit): Promise<{ status: number; body: string }> {
    underway += 1;
    try {
      const response = await app.request(`${ORIGIN}${url}`, init);
      const body = await response.text();
      return { status: response.status, body: tamper ? change(body, url, tamper) : body };
    } catch {
      throw new HttpFailure('network', true);
    } finally {
      underway -= 1;
    }
  }

  return {
    http: {
      async send({ method, url, headers, body }, signal) {
        const reply = await request(url, { method, headers, ...(body !== undefined && { body }) });
        signal.throwIfAborted();
        return reply;
      },
    },
    async whenIdle() {
      do {
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      } while (underway > 0);
    },
  };
}

function change(body: string, url: string, tamper: NonNullable<VisitOptions['tamper']>): string {
  return JSON.stringify(tamper(JSON.parse(body) as { readonly [member: string]: unknown }, url));
}

/** Every existing node, with the items of lists and open overlays. */
export function* existingNodes(live: LiveScreen): Generator<LiveNode> {
  yield* nodesIn(live.body);
  yield* nodesIn(live.bar);
  for (const { node } of live.surface.snapshot().overlays) yield* nodesIn([node]);
}

function* nodesIn(children: readonly LiveChild[]): Generator<LiveNode> {
  for (const child of children) {
    if (child.kind === 'repeat') yield* nodesIn(child.snapshot().items);
    else {
      yield child;
      for (const slot of Object.values(child.slots)) yield* nodesIn(slot);
    }
  }
}

/** Nodes that can be tapped now. */
export function tappable(live: LiveScreen): readonly LiveNode[] {
  const { overlays } = live.surface.snapshot();
  const top = overlays[overlays.length - 1]?.node;
  return [...(top ? nodesIn([top]) : existingNodes(live))].filter((node) => {
    const { visible, enabled, busy } = node.snapshot();
    return visible && enabled && !busy && node.plan.on?.['tap'] !== undefined;
  });
}

/** The rendered screen, a line for each node, with its overlays. */
export function dumpScreen(live: LiveScreen): string {
  const { overlays, ...surface } = live.surface.snapshot();
  const lines = [JSON.stringify(surface)];
  const write = (children: readonly LiveChild[], indent: string): void => {
    for (const child of children) {
      if (child.kind === 'repeat') {
        write(child.snapshot().items, indent);
        continue;
      }
      const { visible, ...snapshot } = child.snapshot();
      if (!visible) continue;
      lines.push(`${indent}${child.plan.type} ${child.instance} ${show(snapshot)}`);
      for (const [slot, inner] of Object.entries(child.slots)) {
        lines.push(`${indent} ${slot}:`);
        write(inner, `${indent}  `);
      }
    }
  };
  write(live.body, 'body  ');
  write(live.bar, 'bar  ');
  for (const { key, node, notices } of overlays) {
    lines.push(`overlay ${key} ${JSON.stringify(notices)}`);
    write([node], '  ');
  }
  return lines.join('\n');
}

function show(snapshot: object): string {
  return JSON.stringify(snapshot, (_name, value: unknown) => (value === PENDING ? '…' : value));
}
