import type { AppPlan, ActionPlan, CriticalPlan, NodePlan, Plan } from '../plan/plan.ts';
import type { Value } from '../plan/expression.ts';
import type { LiveNode } from '../runtime/live.ts';
import type { OpenOptions } from '../runtime/ports/engine.ts';
import {
  allNodes,
  APP,
  endpoint,
  type FakeCall,
  type FakeWorld,
  fakeWorld,
  get,
  makePlan,
  node,
  open,
  settle,
  TEXT,
} from '../runtime/testing.ts';
import { actions } from './index.ts';

/* Runs lists of actions on a screen with fake services. */

export interface Play {
  readonly world: FakeWorld;
  readonly screen: ReturnType<typeof open>;
  /** Taps a node by its id and runs everything that is not waiting for time or network. */
  tap(id?: string): Promise<void>;
  find(id: string): LiveNode | undefined;
  /** The value that `set` wrote to `state.<name>`. */
  state(name: string): Value | undefined;
  /** Texts of the visible toasts. */
  toasts(): readonly string[];
  notices(): readonly string[];
  /** Ids of the open overlays, bottom first. */
  overlays(): readonly string[];
  isBusy(id?: string): boolean;
  /** The last call that reached the network. */
  call(): FakeCall;
}

type Draft<T> = { readonly [K in keyof T]?: T[K] };

export interface Setting {
  /** The list of the button `act`. */
  readonly tap?: readonly ActionPlan[];
  readonly plan?: Draft<Plan>;
  readonly app?: Draft<AppPlan>;
  readonly world?: FakeWorld;
  readonly options?: Partial<OpenOptions>;
}

/** POST `/api/lend` with form encoding, not safe; `keyed` as given. Its reply has `ticket`. */
export function lend(rest: { readonly keyed?: boolean } = {}): Plan['endpoints'][string] {
  return {
    ...endpoint('lend', { ticket: TEXT }, ['book', 'fine']),
    method: 'POST',
    encoding: 'form',
    safe: false,
    keyed: false,
    ...rest,
  };
}

export function button(id: string, tap: readonly ActionPlan[], rest: Draft<NodePlan> = {}): NodePlan {
  return node('button', id, { props: { text: id }, on: { tap }, ...rest });
}

export function dialog(id: string, body: readonly NodePlan[], rest: Draft<NodePlan> = {}): NodePlan {
  return node('dialog', `overlay-${id}`, { props: { title: id }, slots: { body }, ...rest });
}

export async function play(setting: Setting): Promise<Play> {
  const world = setting.world ?? fakeWorld();
  const { tap = [], plan = {} } = setting;
  const screen = open(
    world,
    makePlan({
      endpoints: {
        lend: lend(),
        shelf: endpoint('shelf', { books: { type: 'integer' } }),
      },
      ...plan,
      body: [button('act', tap), ...(plan.body ?? [])],
    }),
    { actions, app: { ...APP, ...setting.app }, ...setting.options },
  );
  await settle();
  const surface = () => screen.surface.snapshot();
  const find = (id: string) => {
    const roots = [...screen.body, ...screen.bar, ...surface().overlays.map((overlay) => overlay.node)];
    return [...allNodes(roots)].find((each) => each.instance === id || each.plan.id === id);
  };
  return {
    world,
    screen,
    find,
    async tap(id = 'act') {
      const found = find(id);
      if (!found) throw new Error(`No node is called ${id}`);
      screen.emit(found, 'tap');
      await settle();
    },
    state: (name) => screen.engine.store.get().state[name],
    toasts: () => surface().toasts.map((toast) => toast.text),
    notices: () => surface().notices.map((notice) => notice.text),
    overlays: () => surface().overlays.map((overlay) => overlay.node.plan.id.replace('overlay-', '')),
    isBusy: (id = 'act') => find(id)?.snapshot().busy ?? false,
    call() {
      const call = world.calls.at(-1);
      if (!call) throw new Error('Nothing was sent');
      return call;
    },
  };
}

/* Actions in one line each, as the compiler writes them. */

type Rest = Draft<ActionPlan>;

export function act(name: string, props: ActionPlan['props'] = {}, rest: Rest = {}): ActionPlan {
  return { do: name, props, ...rest };
}
export const say = (text: NonNullable<ActionPlan['props']>[string], rest: Rest = {}) =>
  act('notice', { text }, rest);
export const put = (name: string, value: NonNullable<ActionPlan['props']>[string], rest: Rest = {}) =>
  act('set', { target: ['get', 'state', name], value }, rest);
export const ask = (rest: Rest = {}) => act('request', { endpoint: 'shelf' }, rest);
export const send = (rest: Rest = {}) =>
  act('request', { endpoint: 'lend', with: ['record', { book: 'b1' }] }, rest);
export const show = (overlay: string, rest: Rest = {}) => act('open', { overlay }, rest);
export const fork = (...cases: NonNullable<ActionPlan['cases']>) => ({ do: 'choose', cases });

/* Critical requests. */

const kinds = { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] };

export function critical(rest: Partial<CriticalPlan> = {}): CriticalPlan {
  return { intent: 'lend', amounts: [], fresh: [], ...rest };
}

export function pay(rest: Partial<CriticalPlan> = {}, more: Partial<ActionPlan> = {}): ActionPlan {
  return act(
    'request',
    { endpoint: 'lend', with: ['record', { book: 'b1' }] },
    { critical: critical(rest), ...more },
  );
}

export const asking = {
  ask: 'ask-lend',
  with: { book: 'b1' },
  done: ['==', get('reply.state'), 'lent'] as const,
};

/** A list that shows `done` at its end, on a screen that shows the kind of every failure. */
export function critically(tap: readonly ActionPlan[], rest: Setting = {}): Setting {
  return {
    tap: [...tap, say('done')],
    ...rest,
    app: { failures: kinds, ...rest.app },
    plan: {
      ...rest.plan,
      endpoints: {
        lend: lend(),
        'ask-lend': endpoint('ask-lend', { state: TEXT }, ['book']),
        ...rest.plan?.endpoints,
      },
    },
  };
}

export const playIntent = (tap: readonly ActionPlan[], rest: Setting = {}) => play(critically(tap, rest));

export const keyOf = (world: FakeWorld, at = 0) => world.calls[at]?.headers['Idempotency-Key'];
export const stored = (world: FakeWorld) =>
  [...world.device.keys()].filter((key) => key.startsWith('capiz/intent/'));
export const posts = (world: FakeWorld) => world.calls.filter((call) => call.method === 'POST');
