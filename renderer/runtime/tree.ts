import { createMeter, evaluate } from '../plan/evaluate.ts';
import { Failure, type Result, type Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { readPath } from '../plan/value.ts';
import { holds } from './compute-props.ts';
import { settleChoice } from './bound-choice.ts';
import type { LiveChild, LiveNode } from './live.ts';
import type { StoreState } from './ports/store.ts';
import type { TreePort } from './ports/tree.ts';
import { addTo, type Crowd, createFormReaders, itemsOf, removeFrom } from './readers.ts';
import { type Frame, LiveScope, readRoot } from './scope.ts';
import type { Commit, LiveStore } from './store.ts';
import { makeChild, pathOfField, TreeNode } from './tree-node.ts';
import { NO_READINGS, type Readings, type Surroundings, type TreeHost, type Unit } from './tree-unit.ts';

export interface TreeOptions {
  readonly store: LiveStore;
  readonly scope: LiveScope;
  report(code: string, detail: string, node: string): void;
  /** Called whenever a unit's expressions are computed; tests count calls. */
  readonly onComputed?: ((instance: string) => void) | undefined;
}

export interface Tree extends TreePort {
  make(plans: readonly NodePlan[]): readonly LiveChild[];
  /** The form and name of a form field's node. */
  fieldOf(node: LiveNode): { readonly form: string; readonly name: string } | undefined;
  /** Writes a value that the node's widget already shows; the node is not re-rendered for it. */
  writeShown(node: LiveNode, value: Value | undefined, write: () => void): void;
  /** For a critical node that cannot be shown: from now on `areTermsShown` is false. */
  lock(): void;
}

/** Overlays are computed after the nodes whose items they may read. */
const OVERLAY_DEPTH = 64;

/**
 * The nodes of a screen with their last computed snapshots.
 *
 * After a commit, exactly the units are recomputed that read a changed path. Parents come first, so that children of
 * a hidden parent are not computed. Then groups update `filled`, children first. Listeners run once, at the end.
 */
export function createTree(options: TreeOptions): Tree {
  const { store, scope } = options;
  const byKey: Crowd<string, Unit> = new Map();
  const formReaders = createFormReaders<Unit>();
  const byFrame: Crowd<Frame, Unit> = new Map();
  /** All units. An overlay that opens itself exists twice. */
  const units: Crowd<string, Unit> = new Map();
  /** Nodes that submit a form, by form. */
  const senders: Crowd<string, TreeNode> = new Map();
  const reported = new Set<string>();
  let dirty: Set<Unit>[] = [];
  let emptied: Set<TreeNode>[] = [];
  let told = new Set<Unit>();
  let choices = new Set<TreeNode>();
  let meter = createMeter();
  let isLocked = false;

  const host: TreeHost = {
    get meter() {
      return meter;
    },
    index(unit, reads) {
      unit.readings = splitReads(unit.around.scope, reads);
      place(addTo, unit);
    },
    forget(unit) {
      place(removeFrom, unit);
      unit.readings = NO_READINGS;
    },
    tell(unit) {
      if (told.size === 0) store.afterCommit(tellAll);
      told.add(unit);
    },
    refill: (node) => schedule(emptied, node),
    frameChanged(frame, old) {
      for (const unit of itemsOf(byFrame, frame)) {
        const isReader = unit.readings.frames.some(
          (read) => read.frame === frame && isChanged(old, frame.value, read.path),
        );
        if (isReader) schedule(dirty, unit);
      }
    },
    isBusy: (instance) => (store.get().busy[instance] ?? 0) > 0,
    field: (form, name) => scope.sources.forms.field(form, name),
    news: (form) => scope.sources.forms.news(form),
    makeSupply: (plan, owner) => scope.sources.forms.makeSupply(plan, owner),
    again: (unit) => schedule(dirty, unit),
    optionsChanged: (node) => void choices.add(node),
    fault(code, unit, detail) {
      // One report per unit and code: a failing expression fails at every commit.
      const key = `${code} ${unit.instance}`;
      if (reported.has(key)) return;
      reported.add(key);
      options.report(code, detail, unit.plan.id);
    },
    computed: (unit) => options.onComputed?.(unit.instance),
  };

  /** Adds a unit to every index, or removes it. */
  function place(how: typeof addTo, unit: Unit): void {
    how(units, unit.instance, unit);
    const { roots, forms, frames } = unit.readings;
    for (const { key } of roots) how(byKey, key, unit);
    for (const path of forms) formReaders.place(how, path, unit);
    for (const { frame } of frames) how(byFrame, frame, unit);
    if (!(unit instanceof TreeNode)) return;
    const { fieldPath, sends } = unit;
    if (fieldPath !== undefined) formReaders.place(how, fieldPath, unit);
    if (sends !== undefined) how(senders, sends, unit);
  }

  function nodeOf(instance: string): TreeNode | undefined {
    return lastNode(itemsOf(units, instance));
  }

  function* everyUnit(): Iterable<Unit> {
    for (const instance of units.keys()) yield* itemsOf(units, instance);
  }

  function tellAll(): void {
    const units = told;
    told = new Set();
    for (const unit of units) if (!unit.isDisposed) unit.tellListeners();
  }

  function update(commit: Commit): void {
    meter = createMeter();
    for (const unit of findReaders(commit)) schedule(dirty, unit);
    for (const key of commit.keys) {
      if (!key.startsWith('busy.')) continue;
      const instance = key.slice('busy.'.length);
      nodeOf(instance)?.rebusy();
      for (const sender of itemsOf(senders, instance)) sender.rebusy();
    }
    flush();
  }

  function* findReaders(commit: Commit): Iterable<Unit> {
    // Texts depend on language and day without naming them; both change rarely.
    if (commit.keys.has('device.language') || isNewDay(commit)) {
      yield* everyUnit();
      return;
    }
    for (const key of commit.keys) {
      for (const unit of itemsOf(byKey, key)) {
        if (unit.readings.roots.some((read) => read.key === key && isRootChanged(commit, unit, read.path)))
          yield unit;
      }
    }
    for (const path of commit.touched) yield* formReaders.of(path);
  }

  function isNewDay({ keys, before, after }: Commit): boolean {
    if (!keys.has('device.today')) return false;
    const dayOf = (state: StoreState) => readRoot(scope.sources, state, undefined, ['device', 'today']);
    return dayOf(before) !== dayOf(after);
  }

  function isRootChanged(commit: Commit, unit: Unit, path: readonly string[]): boolean {
    const { sources, place } = unit.around.scope;
    const before = readRoot(sources, commit.before, place, path);
    return !Object.is(before, readRoot(sources, commit.after, place, path));
  }

  function flush(): void {
    for (let depth = 0; depth < dirty.length; depth += 1) {
      // Iterating a set includes later additions: overlays read items of lists that are computed before them.
      for (const unit of dirty[depth] ?? []) if (!unit.isDisposed) unit.refresh();
    }
    dirty = [];
    for (let depth = emptied.length - 1; depth >= 0; depth -= 1) {
      for (const node of emptied[depth] ?? []) node.refill();
    }
    emptied = [];
    const settling = choices;
    choices = new Set();
    for (const node of settling) if (!node.isDisposed) settleChoice(store, node);
  }

  function build<T>(make: () => T): T {
    return store.batch(() => {
      meter = createMeter();
      const made = make();
      flush();
      return made;
    });
  }

  function surroundings(at: LiveScope, overlay?: string): Surroundings {
    return {
      host,
      scope: at,
      parent: undefined,
      depth: overlay === undefined ? 0 : OVERLAY_DEPTH,
      overlay,
      form: undefined,
      planPrefix: '',
      instancePrefix: '',
      keys: '',
    };
  }

  store.settle(update);

  return {
    make: (plans) => build(() => plans.map((plan) => makeChild(plan, surroundings(scope)))),
    lock() {
      isLocked = true;
    },
    writeShown(node, value, write) {
      const shown = node instanceof TreeNode ? node : undefined;
      if (shown) shown.shown = value;
      try {
        write();
      } finally {
        if (shown) shown.shown = undefined;
      }
    },
    fieldOf: (node) => (node instanceof TreeNode ? node.fieldPlace : undefined),
    scopeOf: (node) => (node instanceof TreeNode ? node.scope : scope),
    find: nodeOf,
    findField(form, name) {
      const path = pathOfField(form, name);
      return lastNode(formReaders.at(path), path);
    },
    overlayOf: (node) => (node instanceof TreeNode ? node.around.overlay : undefined),
    makeOverlay(plan, key, opener) {
      let place = opener instanceof LiveScope ? opener.place : undefined;
      while (place && !plan.id.startsWith(place.plan)) place = place.outer;
      const at =
        place && opener instanceof LiveScope ? new LiveScope(scope.sources, opener.frame, place) : scope;
      const around = surroundings(at, key);
      const inPart = place && { planPrefix: place.plan, instancePrefix: place.instance };
      return build(() => new TreeNode(plan, { ...around, ...inPart }, ''));
    },
    dispose: (overlay) => (overlay as TreeNode).dispose(),
    isOpenToEvents(node) {
      for (let at: TreeNode | undefined = node as TreeNode; at; at = at.around.parent) {
        if (at.isDisposed || !holds(at.plan.visible, at.scope) || !holds(at.plan.enabled, at.scope))
          return false;
      }
      return true;
    },
    areTermsShown() {
      if (isLocked) return false;
      for (const unit of everyUnit()) {
        if (!(unit instanceof TreeNode) || !holdsTerms(unit.plan)) continue;
        const { plan, scope: at } = unit;
        const visible = plan.visible === undefined || evaluate(plan.visible, at);
        if (visible === false) continue;
        // It is uncertain whether an amount or a consent is shown.
        if (visible !== true) return false;
        if (plan.type === 'amount' && typeof evaluate(plan.props?.['value'] ?? false, at) !== 'number')
          return false;
      }
      return true;
    },
  };
}

/** The last of these nodes; with a path, the last one for that field. */
function lastNode(units: Iterable<Unit>, path?: string): TreeNode | undefined {
  let last: TreeNode | undefined;
  for (const unit of units) {
    if (unit instanceof TreeNode && (path === undefined || unit.fieldPath === path)) last = unit;
  }
  return last;
}

function holdsTerms(plan: NodePlan): boolean {
  if (plan.type === 'amount' || plan.type === 'check') return true;
  return Object.values(plan.slots ?? {}).some((nodes) => nodes.some(holdsTerms));
}

function schedule<T extends Unit>(queue: Set<T>[], unit: T): void {
  const at = unit.around.depth;
  (queue[at] ??= new Set()).add(unit);
}

function splitReads(scope: LiveScope, reads: Iterable<string>): Readings {
  // Most units read only one kind. Empty lists would be a tenth of the heap of a long form.
  let { roots, forms, frames } = NO_READINGS;
  for (const read of reads) {
    const path = splitPath(read);
    const frame = scope.findFrame(path[0]);
    // `concat`, because the first `push` reserves room for 16 items, in every field of a long form.
    if (frame) frames = frames.concat({ frame, path });
    else if (path[0] === 'form')
      forms = forms.concat(
        scope.place === undefined ? read : [scope.keyOf(path), ...path.slice(2)].join('.'),
      );
    else roots = roots.concat({ key: scope.keyOf(path), path });
  }
  return roots.length + forms.length + frames.length === 0 ? NO_READINGS : { roots, forms, frames };
}

const split = new Map<string, readonly string[]>();

/**
 * Cache of split paths from plans, which thousands of nodes share. Form paths contain data and are split each time.
 */
function splitPath(path: string): readonly string[] {
  const known = split.get(path);
  if (known !== undefined) return known;
  const names = path.split('.');
  if (names[0] !== 'form') split.set(path, names);
  return names;
}

function isChanged(old: Result, fresh: Result, path: readonly string[]): boolean {
  if (old instanceof Failure || fresh instanceof Failure) return true;
  return !Object.is(readPath(old, path, 1), readPath(fresh, path, 1));
}
