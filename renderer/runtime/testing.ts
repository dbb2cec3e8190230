import type { Expression, Value } from '../plan/expression.ts';
import type { AppPlan, EndpointPlan, NodePlan, Plan, Shape } from '../plan/plan.ts';
import type { DeviceFacts, LiveChild, LiveNode } from './live.ts';
import type { OpenOptions } from './ports/engine.ts';
import type { Probes } from './create-engine.ts';
import { openScreen } from './open-screen.ts';
import { itemReads, readsOf } from './reads.ts';
import {
  type Fault,
  HttpFailure,
  type HttpReply,
  type HttpRequest,
  type Services,
  type StoragePort,
} from './services.ts';

/* A screen without browser, network and time, for tests of this and other folders. */

/** A pending network call that the test answers. */
export interface FakeCall extends HttpRequest {
  readonly signal: AbortSignal;
  /** Answers with a body that means success. */
  reply(data: unknown): Promise<void>;
  answer(reply: HttpReply): Promise<void>;
  fail(kind?: HttpFailure['kind'], sent?: boolean): Promise<void>;
}

export interface FakeWorld {
  readonly services: Services;
  readonly calls: FakeCall[];
  readonly faults: Fault[];
  readonly went: { readonly address: string; readonly replace: boolean }[];
  /** Nodes that were scrolled to. */
  readonly shown: string[];
  readonly left: string[];
  backs: number;
  readonly copied: string[];
  readonly session: Map<string, string>;
  readonly device: Map<string, string>;
  /** Advances the clock and runs everything that is due. */
  pass(ms: number): Promise<void>;
  /** Advances the clock without running timers: the page is asleep. */
  sleep(ms: number): void;
  now(): number;
}

/** Thursday, 5 March 2026, 10:00 in UTC. */
export const START = Date.UTC(2026, 2, 5, 10);

export function fakeWorld(
  options: { readonly storage?: 'works' | 'blocked' | 'full'; readonly isFirst?: boolean } = {},
): FakeWorld {
  let now = START;
  let ids = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const session = new Map<string, string>();
  const device = new Map<string, string>();
  const world: FakeWorld = {
    calls: [],
    faults: [],
    went: [],
    shown: [],
    left: [],
    backs: 0,
    copied: [],
    session,
    device,
    now: () => now,
    sleep(ms) {
      now += ms;
    },
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.splice(timers.indexOf(next), 1);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = Math.max(now, end);
    },
    services: {
      http: { send: (request, signal) => fakeSend(world, request, signal) },
      clock: {
        now: () => now,
        after(ms, run) {
          const timer = { at: now + ms, run };
          timers.push(timer);
          return () => {
            const at = timers.indexOf(timer);
            if (at !== -1) timers.splice(at, 1);
          };
        },
      },
      storage: {
        session: fakeStorage(session, options.storage),
        device: fakeStorage(device, options.storage),
      },
      native: { inShell: false, has: () => false, call: () => Promise.reject(new Error('no shell')) },
      router: {
        go: (address, { replace }) => void world.went.push({ address, replace }),
        show: (at) => void world.shown.push(at),
        leave: (url) => void world.left.push(url),
        back() {
          world.backs += 1;
        },
        isFirst: () => options.isFirst === true,
        origin: 'https://page.test',
      },
      clipboard: {
        async write(text) {
          world.copied.push(text);
        },
      },
      random: {
        id() {
          ids += 1;
          return `id-${ids}`.padEnd(8, '0');
        },
      },
      report: (fault) => void world.faults.push(fault),
    },
  };
  return world;
}

/** Runs all pending microtasks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function fakeSend(world: FakeWorld, request: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    const answer = async (reply: HttpReply) => {
      resolve(reply);
      await settle();
    };
    world.calls.push({
      ...request,
      signal,
      answer,
      reply: (data) => answer({ status: 200, body: JSON.stringify({ success: true, data }) }),
      async fail(kind = 'network', sent = true) {
        reject(new HttpFailure(kind, sent));
        await settle();
      },
    });
  });
}

function fakeStorage(map: Map<string, string>, kind: 'works' | 'blocked' | 'full' = 'works'): StoragePort {
  const refuse = (): never => {
    throw new Error('storage refused');
  };
  return {
    get: (key) => (kind === 'blocked' ? refuse() : map.get(key)),
    set: (key, text) => (kind === 'works' ? void map.set(key, text) : refuse()),
    remove: (key) => (kind === 'blocked' ? refuse() : void map.delete(key)),
    keys: () => (kind === 'blocked' ? refuse() : [...map.keys()]),
  };
}

/* Hand-written plans, with the ids and reads that the compiler would add. */

export const TEXT: Shape = { type: 'text' };

export function get(path: string): Expression {
  return ['get', ...path.split('.')];
}

type Draft<T> = { readonly [K in keyof T]?: T[K] };

/** A node, with `reads` as the compiler would find them. */
export function node(type: string, id: string, rest: Draft<NodePlan> = {}): NodePlan {
  const bare: NodePlan = { id, type, reads: [], ...rest };
  const reads = new Set([...itemReads(bare), ...readsOf(rest.each?.list)]);
  return { ...bare, reads: [...reads].sort() };
}

export function text(id: string, value: Expression, rest: Draft<NodePlan> = {}): NodePlan {
  return node('text', id, { ...rest, props: { text: value, ...rest.props } });
}

/** A safe endpoint: GET `/api/<name>`, whose reply has these members under `/data`. */
export function endpoint(
  name: string,
  reply: { readonly [name: string]: Shape },
  request: readonly string[] = [],
): EndpointPlan {
  return {
    name,
    method: 'GET',
    path: `/api/${name}`,
    encoding: 'query',
    headers: [],
    safe: true,
    keyed: false,
    timeoutMs: 60_000,
    request: request.map((member) => ({ name: member, wire: member })),
    success: { at: '/success', is: ['true'] },
    error: { code: '/code', message: '/message' },
    reply: record(reply, '/data'),
  };
}

/** A record with optional members. */
export function record(members: { readonly [name: string]: Shape }, at = ''): Shape {
  return {
    type: 'record',
    members: Object.entries(members).map(([name, shape]) => ({ name, wire: `${at}/${name}`, shape })),
  };
}

export function list(items: Shape): Shape {
  return { type: 'list', items };
}

export function makePlan(rest: Draft<Plan>): Plan {
  return {
    grammar: 1,
    id: 'shelf',
    title: 'Shelf',
    params: {},
    data: {},
    state: {},
    timers: {},
    on: {},
    body: [],
    bar: [],
    overlays: {},
    endpoints: {},
    bridge: {},
    messages: {},
    uses: { widgets: [], actions: [] },
    ...rest,
  };
}

export const APP: AppPlan = {
  grammar: 1,
  languages: { default: 'en', list: ['en', 'source'] },
  timeZone: 'UTC',
  session: { userId: { wire: ['userId'], shape: TEXT }, sessionId: { wire: ['sessionId'], shape: TEXT } },
  carried: {},
  config: {},
  kept: {},
  hosts: { leave: ['elsewhere.test'], frame: [] },
  failures: {},
  bridge: {},
  screens: { shelf: { paths: ['/shelf'], params: [] }, book: { paths: ['/book'], params: [] } },
  messages: {},
  required: ['sessionId'],
};

export const DEVICE: DeviceFacts = {
  online: true,
  inShell: false,
  inApp: false,
  keyboardInset: 0,
  language: 'en',
  dark: false,
  textScale: 1,
};

export function open(world: FakeWorld, plan: Plan, rest: Partial<OpenOptions> = {}, probes: Probes = {}) {
  return openScreen(
    {
      plan,
      app: APP,
      services: world.services,
      params: {},
      session: { userId: 'u1', sessionId: 's1' },
      device: DEVICE,
      entry: 'entry-1',
      actions: {},
      ...rest,
    },
    probes,
  );
}

/** All nodes below these, including items of lists. */
export function* allNodes(children: readonly LiveChild[]): Generator<LiveNode> {
  for (const child of children) {
    if (child.kind === 'repeat') yield* allNodes(child.snapshot().items);
    else {
      yield child;
      for (const slot of Object.values(child.slots)) yield* allNodes(slot);
    }
  }
}

/** The texts that are visible, one per text node. */
export function readTexts(children: readonly LiveChild[]): readonly (Value | symbol)[] {
  return [...allNodes(children)]
    .filter((found) => found.plan.type === 'text' && found.snapshot().visible)
    .map((found) => found.snapshot().props['text'] as Value | symbol);
}
