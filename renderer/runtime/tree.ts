import { evaluate } from '../plan/evaluate.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { NodePlan, OverlayPlan } from '../plan/plan.ts';
import { termsOf } from '../plan/terms.ts';
import { holds } from './compute-props.ts';
import type { LiveChild, LiveNode } from './live.ts';
import type { TreePort } from './ports/tree.ts';
import { LiveScope } from './scope.ts';
import type { LiveStore } from './store.ts';
import { makeChild, TreeNode } from './tree-node.ts';
import type { Surroundings, TreeHost, Unit } from './tree-unit.ts';
import { createUnitIndex, type UnitIndex } from './unit-index.ts';
import { createUnitQueue, type UnitQueue } from './unit-queue.ts';

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
 * A commit recomputes exactly the units that read a changed path. Listeners run once, at the end.
 */
export function createTree(options: TreeOptions): Tree {
  const { store, scope } = options;
  const index = createUnitIndex(scope);
  const queue = createUnitQueue(store);
  const host = createHost(options, index, queue);
  let isLocked = false;

  store.settle((commit) => {
    queue.begin();
    for (const unit of index.readersOf(commit)) queue.refresh(unit);
    for (const key of commit.keys) {
      if (!key.startsWith('busy.')) continue;
      const instance = key.slice('busy.'.length);
      index.find(instance)?.rebusy();
      for (const sender of index.sendersOf(instance)) sender.rebusy();
    }
    queue.flush();
  });

  function build<T>(make: () => T): T {
    return store.batch(() => {
      queue.begin();
      const made = make();
      queue.flush();
      return made;
    });
  }

  return {
    make: (plans) => build(() => plans.map((plan) => makeChild(plan, surroundings(host, scope)))),
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
    find: index.find,
    findField: index.findField,
    overlayOf: (node) => (node instanceof TreeNode ? node.around.overlay : undefined),
    makeOverlay(plan, key, opener) {
      const around = overlaySurroundings(host, scope, plan, key, opener);
      return build(() => new TreeNode(plan, around, ''));
    },
    dispose: (overlay) => (overlay as TreeNode).dispose(),
    isOpenToEvents(node) {
      for (let at: TreeNode | undefined = node as TreeNode; at; at = at.around.parent) {
        if (at.isDisposed || !holds(at.plan.visible, at.scope) || !holds(at.plan.enabled, at.scope))
          return false;
      }
      return true;
    },
    areTermsShown: () => !isLocked && areTermsShown(index.all()),
  };
}

function createHost(options: TreeOptions, index: UnitIndex, queue: UnitQueue): TreeHost {
  const { store, scope } = options;
  const reported = new Set<string>();
  return {
    get meter() {
      return queue.meter;
    },
    index: index.add,
    forget: index.remove,
    tell: queue.tell,
    refill: queue.refill,
    frameChanged(frame, old) {
      for (const unit of index.readersOfFrame(frame, old)) queue.refresh(unit);
    },
    isBusy: (instance) => (store.get().busy[instance] ?? 0) > 0,
    field: (form, name) => scope.sources.forms.field(form, name),
    news: (form) => scope.sources.forms.news(form),
    makeSupply: (plan, owner) => scope.sources.forms.makeSupply(plan, owner),
    again: queue.refresh,
    optionsChanged: queue.settleChoice,
    fault(code, unit, detail) {
      // One report per unit and code: a failing expression fails at every commit.
      const key = `${code} ${unit.instance}`;
      if (reported.has(key)) return;
      reported.add(key);
      options.report(code, detail, unit.plan.id);
    },
    computed: (unit) => options.onComputed?.(unit.instance),
  };
}

function surroundings(host: TreeHost, scope: LiveScope, overlay?: string): Surroundings {
  return {
    host,
    scope,
    parent: undefined,
    depth: overlay === undefined ? 0 : OVERLAY_DEPTH,
    overlay,
    form: undefined,
    planPrefix: '',
    instancePrefix: '',
    keys: '',
  };
}

/** An overlay of a part keeps the part's names. */
function overlaySurroundings(
  host: TreeHost,
  screen: LiveScope,
  plan: OverlayPlan,
  key: string,
  opener: Scope,
): Surroundings {
  let place = opener instanceof LiveScope ? opener.place : undefined;
  while (place && !plan.id.startsWith(place.plan)) place = place.outer;
  if (!place || !(opener instanceof LiveScope)) return surroundings(host, screen, key);
  const scope = new LiveScope(screen.sources, opener.frame, place);
  return { ...surroundings(host, scope, key), planPrefix: place.plan, instancePrefix: place.instance };
}

function areTermsShown(units: Iterable<Unit>): boolean {
  for (const unit of units) {
    if (!(unit instanceof TreeNode) || !holdsTerms(unit.plan)) continue;
    const { plan, scope } = unit;
    const amounts = termsOf(plan) ?? [];
    const visible = plan.visible === undefined || evaluate(plan.visible, scope);
    if (visible === false) continue;
    // It is uncertain whether an amount or a consent is shown.
    if (visible !== true) return false;
    if (amounts.some((name) => typeof evaluate(plan.props?.[name] ?? false, scope) !== 'number'))
      return false;
  }
  return true;
}

function holdsTerms(plan: NodePlan): boolean {
  if (termsOf(plan) !== undefined) return true;
  const supplied = (plan.supply?.elements ?? []).map(({ nodes }) => Object.values(nodes));
  return [...Object.values(plan.slots ?? {}), ...supplied].some((nodes) => nodes.some(holdsTerms));
}
