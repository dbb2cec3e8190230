import { Failure, type Result } from '../plan/expression.ts';
import { readPath } from '../plan/value.ts';
import type { StoreState } from './ports/store.ts';
import { addTo, type Crowd, createFormReaders, itemsOf, removeFrom } from './readers.ts';
import { type Frame, type LiveScope, readRoot } from './scope.ts';
import type { Commit } from './store.ts';
import { pathOfField, TreeNode } from './tree-node.ts';
import { NO_READINGS, type Readings, type Unit } from './tree-unit.ts';

export type UnitIndex = ReturnType<typeof createUnitIndex>;

/** Finds the units of a screen by their identity, and by the values that they read. */
export function createUnitIndex({ sources }: LiveScope) {
  const byKey: Crowd<string, Unit> = new Map();
  const formReaders = createFormReaders<Unit>();
  const byFrame: Crowd<Frame, Unit> = new Map();
  /** All units. An overlay that opens itself exists twice. */
  const units: Crowd<string, Unit> = new Map();
  /** Nodes that submit a form, by form. */
  const senders: Crowd<string, TreeNode> = new Map();

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

  function* all(): Iterable<Unit> {
    for (const instance of units.keys()) yield* itemsOf(units, instance);
  }

  function isNewDay({ keys, before, after }: Commit): boolean {
    if (!keys.has('device.today')) return false;
    const dayOf = (state: StoreState) => readRoot(sources, state, undefined, ['device', 'today']);
    return dayOf(before) !== dayOf(after);
  }

  return {
    all,
    add(unit: Unit, reads: Iterable<string>): void {
      unit.readings = splitReads(unit.around.scope, reads);
      place(addTo, unit);
    },
    remove(unit: Unit): void {
      place(removeFrom, unit);
      unit.readings = NO_READINGS;
    },
    find: (instance: string) => lastNode(itemsOf(units, instance)),
    findField(form: string, name: string): TreeNode | undefined {
      const path = pathOfField(form, name);
      return lastNode(formReaders.at(path), path);
    },
    sendersOf: (form: string) => itemsOf(senders, form),
    /** Units that read a changed part of the value of a name from `each`. */
    *readersOfFrame(frame: Frame, old: Result): Iterable<Unit> {
      for (const unit of itemsOf(byFrame, frame)) {
        const { frames } = unit.readings;
        if (frames.some((read) => read.frame === frame && isChanged(old, frame.value, read.path))) yield unit;
      }
    },
    *readersOf(commit: Commit): Iterable<Unit> {
      // Texts depend on language and day without naming them; both change rarely.
      if (commit.keys.has('device.language') || isNewDay(commit)) {
        yield* all();
        return;
      }
      for (const key of commit.keys) {
        for (const unit of itemsOf(byKey, key)) {
          const { roots } = unit.readings;
          if (roots.some((read) => read.key === key && isRootChanged(commit, unit, read.path))) yield unit;
        }
      }
      for (const path of commit.touched) yield* formReaders.of(path);
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

function isRootChanged({ before, after }: Commit, unit: Unit, path: readonly string[]): boolean {
  const { sources, place } = unit.around.scope;
  return !Object.is(readRoot(sources, before, place, path), readRoot(sources, after, place, path));
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
