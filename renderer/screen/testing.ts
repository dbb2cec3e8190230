import { type RenderResult, render } from '@testing-library/react';
import { createElement } from 'react';
import type {
  LiveChild,
  LiveNode,
  LiveOverlay,
  LiveRepeat,
  LiveScreen,
  NodeSnapshot,
  Observable,
  ScreenSurface,
} from '../runtime/live.ts';
import type { Value } from '../plan/expression.ts';
import type { AppPlan, NodePlan, Plan } from '../plan/plan.ts';
import { Screen, type ScreenProps } from '../screen.tsx';

/** An observable whose snapshot a test sets. */
export interface Settable<T> extends Observable<T> {
  set(patch: Partial<T>): void;
}

function settable<T extends object>(first: T): Settable<T> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => current,
    set(patch) {
      current = { ...current, ...patch };
      for (const listener of [...listeners]) listener();
    },
  };
}

export type FakeNode = LiveNode & Settable<NodeSnapshot>;

interface NodeOptions extends Partial<Omit<NodePlan, 'type' | 'props' | 'slots'>> {
  readonly props?: { readonly [name: string]: unknown };
  readonly slots?: { readonly [slot: string]: readonly LiveChild[] };
  readonly snapshot?: Partial<NodeSnapshot>;
  readonly fallbackNode?: LiveNode;
  readonly instance?: string;
}

let made = 0;

/** A hand-made node, as `live` would create it for a plan's node, without a store. */
export function fakeNode(
  type: string,
  { props = {}, slots = {}, snapshot, fallbackNode, instance, ...plan }: NodeOptions = {},
): FakeNode {
  made += 1;
  const id = plan.id ?? `${type}-${made}`;
  const children = Object.values(slots).flat();
  const isDrawn = (child: LiveChild) =>
    child.kind === 'node' ? child.snapshot().visible : child.snapshot().items.length > 0;
  const observable = settable<NodeSnapshot>({
    visible: true,
    props,
    enabled: true,
    busy: false,
    filled: children.some(isDrawn),
    ...snapshot,
  });
  const planSlots = Object.fromEntries(
    Object.entries(slots).map(([name, nodes]) => [name, nodes.map((node) => node.plan)]),
  );
  return {
    ...observable,
    kind: 'node',
    plan: {
      id,
      type,
      reads: [],
      slots: planSlots,
      ...(typeof props['name'] === 'string' ? { props: { name: props['name'] } } : {}),
      ...plan,
    },
    instance: instance ?? id,
    isField: plan.bind !== undefined || typeof props['name'] === 'string',
    slots,
    fallback: fallbackNode,
  };
}

export type FakeRepeat = LiveRepeat & Settable<{ readonly items: readonly LiveNode[] }>;

export function fakeRepeat(items: readonly LiveNode[]): FakeRepeat {
  made += 1;
  const id = `repeat-${made}`;
  return { ...settable({ items }), kind: 'repeat', plan: { id, type: 'text', reads: [] }, instance: id };
}

export interface FakeScreen extends LiveScreen {
  readonly surface: Settable<ScreenSurface>;
  /** Calls that rendering made to the engine, in order: `['emit', 'pay', 'tap']`. */
  readonly asked: readonly (readonly unknown[])[];
}

interface FakeOptions {
  readonly body?: readonly LiveChild[];
  readonly bar?: readonly LiveChild[];
  readonly surface?: Partial<ScreenSurface>;
  readonly data?: Plan['data'];
  /** Translations of the engine's messages. */
  readonly words?: { readonly [source: string]: string };
  readonly handlesBack?: boolean;
  /** The screen is the first history entry. */
  readonly exits?: boolean;
}

const APP: AppPlan = {
  grammar: 1,
  languages: { default: 'en', list: ['en'] },
  timeZone: 'UTC',
  session: {},
  carried: {},
  config: {},
  kept: {},
  hosts: { leave: [], frame: [] },
  failures: {},
  bridge: {},
  screens: {},
  messages: {},
  required: [],
};

export function fakeScreen({
  body = [],
  bar = [],
  surface,
  data = {},
  words = {},
  handlesBack = false,
  exits = false,
}: FakeOptions): FakeScreen {
  const asked: unknown[][] = [];
  const ask =
    (name: string) =>
    (...args: readonly unknown[]) => {
      asked.push([name, ...args.map((arg) => (isNode(arg) ? arg.instance : arg))]);
    };
  return {
    plan: {
      grammar: 1,
      id: 'shelf',
      title: 'Shelf',
      params: {},
      data,
      state: {},
      timers: {},
      on: {},
      body: body.map((child) => child.plan),
      bar: bar.map((child) => child.plan),
      overlays: {},
      endpoints: {},
      bridge: {},
      messages: {},
      uses: { widgets: [], actions: [] },
    },
    app: APP,
    locale: {
      language: 'en',
      now: () => Date.UTC(2026, 2, 3, 2, 42),
      message: (source) => words[source] ?? source,
      currency: { sign: '₱', decimals: 2 },
      timeZone: 'Asia/Manila',
    },
    surface: settable<ScreenSurface>({
      title: 'Shelf',
      documentTitle: undefined,
      phase: 'content',
      online: true,
      refreshing: false,
      isSlow: false,
      isQuiet: false,
      toasts: [],
      notices: [],
      overlays: [],
      isCovered: false,
      ...surface,
    }),
    body,
    bar,
    emit: ask('emit'),
    write: (node: LiveNode, value: Value | undefined, isShown) =>
      ask('write')(node, value, ...(isShown === true ? ['shown'] : [])),
    readOptions: ask('readOptions'),
    search: ask('search'),
    lookUp() {
      throw new Error('A screen made by hand has no service.');
    },
    retry: ask('retry'),
    help: ask('help'),
    pull: () => {
      ask('pull')();
      return Promise.resolve();
    },
    resume: ask('resume'),
    setDevice: ask('setDevice'),
    cover: () => () => undefined,
    canFrame: (address) => address.startsWith('https://allowed.example/'),
    canLoadPicture: (address) => !address.includes('//refused.example/'),
    dismissOverlay: ask('dismissOverlay'),
    exit: () => exits,
    handleBack: () => {
      ask('handleBack')();
      return handlesBack;
    },
    save: ask('save'),
    close: ask('close'),
    report: ask('report'),
    lock: ask('lock'),
    asked,
  };
}

export function fakeOverlay(node: LiveNode, notices: LiveOverlay['notices'] = []): LiveOverlay {
  return { key: node.instance, node, notices };
}

function isNode(value: unknown): value is LiveNode {
  return typeof value === 'object' && value !== null && 'instance' in value;
}

/** Renders a screen. Caught errors are not logged: tests check what is rendered and reported. */
export function drawScreen(live: LiveScreen, options: Omit<ScreenProps, 'live'> = {}): RenderResult {
  // jsdom has no viewport to scroll.
  window.scrollTo = () => undefined;
  return render(createElement(Screen, { live, ...options }), { onCaughtError: () => undefined });
}

/** Renders nodes as the body of a screen. */
export function drawNodes(...body: readonly LiveChild[]): RenderResult & { readonly live: FakeScreen } {
  const live = fakeScreen({ body });
  return { ...drawScreen(live), live };
}
