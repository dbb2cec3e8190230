import type { Value } from '../plan/expression.ts';
import type { Engine } from './ports/engine.ts';
import type { StoreState } from './ports/store.ts';
import type { LiveChild, LiveScreen, NodeSnapshot } from './live.ts';
import { itemReads, readsOf } from './reads.ts';
import { TreeFieldList } from './field-list.ts';
import { LiveScope } from './scope.ts';
import { createStore } from './store.ts';
import { createTree } from './tree.ts';
import { isSameBesidesValue, TreeNode, TreeRepeat } from './tree-node.ts';

type Screen = LiveScreen & { readonly engine: Engine };

export interface ReaderCount {
  /** Number of changed values. */
  readonly values: number;
  /** One sentence per change that recomputed or notified the wrong nodes. */
  readonly faults: readonly string[];
}

/**
 * Changes every value of data, state and kept values of a screen, one at a time, and compares the effect with the
 * plan.
 *
 * For each change, exactly the nodes that read the value by the plan must be computed, exactly those with a new
 * snapshot must be notified, and every snapshot must equal that of a new tree with the same values. The last check
 * finds dependencies that the plan lacks. Texts depend on language and day without naming them: a change of these
 * computes every node.
 *
 * @param openReady - Opens the screen with its data read; called once per value.
 * @param choose - Selects the changes to make; default: all.
 */
export async function countReaders(
  openReady: (onComputed: (instance: string) => void) => Promise<Screen>,
  choose: (changes: readonly Change[]) => readonly Change[] = (changes) => changes,
): Promise<ReaderCount> {
  const computed = new Set<string>();
  const open = () => openReady((instance) => void computed.add(instance));
  const faults: string[] = [];
  const first = await open();
  const changes = choose([...changesOf(first)]);
  first.close();
  for (const { path, value } of changes) {
    const screen = await open();
    const before = observe(screen);
    computed.clear();
    const told = new Set<string>();
    for (const [instance, { unit }] of before) unit.subscribe(() => void told.add(instance));
    screen.engine.store.change((draft) => writeInto(draft, path, value));
    // A bound choice undoes a value that none of its options has: nothing changed.
    if (show(readAt(screen.engine.store.get(), path)) !== show(value)) continue;
    const after = observe(screen);
    const say = (fault: string) => void faults.push(`${path.join('.')} → ${JSON.stringify(value)}: ${fault}`);

    for (const [instance, old] of before) {
      const now = after.get(instance);
      if (now?.unit !== old.unit) continue;
      const isReader = isOfAll(path) || old.reads !== now.reads;
      const isOther = old.snapshot !== now.snapshot && !isNotifiedByForm(old, now);
      if (isReader && !computed.has(instance)) say(`${instance} reads it and was not computed`);
      if (!isReader && computed.has(instance)) say(`${instance} does not read it and was computed`);
      if (isOther && !told.has(instance)) say(`${instance} became another one and was not told`);
      if (!isOther && told.has(instance)) say(`${instance} stayed what it was and was told`);
      if (isOther && show(old.snapshot) === show(now.snapshot)) say(`${instance} was told of nothing new`);
    }
    const fresh = observeFresh(screen);
    for (const [instance, { snapshot }] of after) {
      const expected = fresh.get(instance)?.snapshot;
      if (show(expected) !== show(snapshot)) {
        say(`${instance} shows ${show(snapshot)} where ${show(expected)} is true`);
      }
    }
    if (fresh.size !== after.size) say(`${after.size} nodes where there should be ${fresh.size}`);
    screen.close();
  }
  return { values: changes.length, faults };
}

interface Observed {
  readonly unit: TreeNode | TreeRepeat;
  readonly snapshot: unknown;
  /** The values that the node reads by the plan, at this moment. */
  readonly reads: string;
}

function observe(screen: Screen): Map<string, Observed> {
  const overlays = screen.surface.snapshot().overlays.map(({ node }) => node);
  return observeAll([...screen.body, ...screen.bar, ...overlays]);
}

function observeAll(children: readonly LiveChild[]): Map<string, Observed> {
  const found = new Map<string, Observed>();
  for (const child of children) walk(child, found);
  return found;
}

function walk(child: LiveChild, found: Map<string, Observed>): void {
  if (child instanceof TreeRepeat) {
    const { each } = child.plan;
    const reads = [...readsOf(each?.list)];
    const { scope } = child.around;
    found.set(child.instance, {
      unit: child,
      snapshot: child.snapshot(),
      reads: readAll(scope, reads),
    });
    for (const item of child.snapshot().items) walk(item, found);
  }
  if (child instanceof TreeFieldList) for (const item of child.snapshot().items) walk(item, found);
  if (!(child instanceof TreeNode)) return;
  const reads = child.plan.each ? itemReads(child.plan) : child.plan.reads;
  found.set(child.instance, {
    unit: child,
    snapshot: child.snapshot(),
    reads: `${readAll(child.scope, [...reads, ...boundPathOf(child)])}\n${readFormStatus(child)}`,
  });
  for (const slot of Object.values(child.slots)) for (const inner of slot) walk(inner, found);
}

/** The form status that a form node and its submitting nodes read. */
function readFormStatus({ plan, instance, sends, scope }: TreeNode): string {
  const form = plan.type === 'form' ? instance : sends;
  return form === undefined ? '' : show(scope.sources.forms.news(form));
}

/** The path of a widget's bound value. The widget's node reads this path although no expression names it. */
function boundPathOf(node: TreeNode): readonly string[] {
  if (node.fieldPath !== undefined) return [node.fieldPath];
  return node.plan.bind ? [node.plan.bind.join('.')] : [];
}

function readAll(scope: LiveScope, reads: Iterable<string>): string {
  return [...reads].map((path) => show(scope.read(path.split('.')))).join('\n');
}

/** Observations of a new tree with the same values. */
function observeFresh({ engine, plan, locale, surface }: Screen): Map<string, Observed> {
  const store = createStore(engine.store.get());
  const { forms } = engine;
  const scope = new LiveScope({ plan, store, forms, locale });
  const tree = createTree({ store, scope, report: () => {} });
  const overlays = surface.snapshot().overlays.map(({ key, node }) => {
    const opener = engine.tree.scopeOf(node);
    const at = opener instanceof LiveScope ? new LiveScope(scope.sources, opener.frame, opener.place) : scope;
    return tree.makeOverlay(node.plan, key, at);
  });
  return observeAll([...tree.make(plan.body), ...tree.make(plan.bar), ...overlays]);
}

/** Only the field's value changed: the form notifies the widget of that. */
function isNotifiedByForm(old: Observed, now: Observed): boolean {
  if (!(old.unit instanceof TreeNode) || !(now.unit instanceof TreeNode)) return false;
  const [before, after] = [old.snapshot as NodeSnapshot, now.snapshot as NodeSnapshot];
  return after.joint !== undefined && isSameBesidesValue(before, after);
}

function show(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'symbol') return inner.toString();
      if (inner instanceof TreeNode) return inner.instance;
      return inner;
    }) ?? 'nothing'
  );
}

/** One value of the store to replace or remove. */
export interface Change {
  readonly path: readonly string[];
  readonly value: Value | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function isOfAll([root, name]: readonly string[]): boolean {
  return root === 'device' && (name === 'language' || name === 'today');
}

/** The possible changes of each value of the screen. */
export function* changesOf({ app, engine }: Pick<Screen, 'app' | 'engine'>): Generator<Change> {
  const state: StoreState = engine.store.get();
  for (const [name, resource] of Object.entries(state.data)) {
    if (resource.value !== undefined) yield* changesWithin(['data', name, 'value'], resource.value);
  }
  for (const [name, readAt] of Object.entries(state.fetched)) {
    const path = ['fetched', name];
    if (readAt === undefined) continue;
    yield { path, value: readAt + MINUTE_MS };
    yield { path, value: undefined };
  }
  for (const root of ['state', 'kept'] as const) {
    for (const [name, value] of Object.entries(state[root])) {
      if (value !== undefined) yield* changesWithin([root, name], value);
    }
  }
  for (const [name, value] of Object.entries(state.device)) {
    const path = ['device', name];
    if (name === 'language') {
      for (const language of app.languages.list) if (language !== value) yield { path, value: language };
    } else if (name === 'today') yield { path, value: Number(value) + 2 * DAY_MS };
    else yield { path, value: typeof value === 'number' ? value + 1 : !value };
  }
}

/** Replaces and removes every value inside `value`. */
function* changesWithin(path: readonly string[], value: Value): Generator<Change> {
  if (path.length > 3 || path[0] !== 'data') yield { path, value: undefined };
  if (Array.isArray(value)) {
    if (value.length > 0) yield { path, value: value.slice(1) };
    for (const [at, item] of value.entries()) {
      for (const change of changesWithin([...path, String(at)], item as Value)) {
        // Items of a list are never absent.
        if (change.path.length > path.length + 1 || change.value !== undefined) yield change;
      }
    }
  } else if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) yield* changesWithin([...path, name], member);
  } else if (typeof value === 'string') yield { path, value: `${value}~` };
  else if (typeof value === 'number') yield { path, value: value + 1 };
  else yield { path, value: !value };
}

function readAt(target: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as { [name: string]: unknown })[name], target);
}

/** Writes or removes one value in a draft; a list keeps its length. */
export function writeInto(draft: object, path: readonly string[], value: Value | undefined): void {
  const name = path.at(-1) ?? '';
  const holder = readAt(draft, path.slice(0, -1)) as { [name: string]: unknown };
  if (value === undefined && !Array.isArray(holder)) delete holder[name];
  else holder[name] = value;
}
