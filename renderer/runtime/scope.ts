import { produce } from 'immer';
import { momentIn, todayIn } from '../plan/format.ts';
import { Failure, type Locale, PENDING, type Result, type Scope, type Value } from '../plan/expression.ts';
import type { Plan, ResourcePlan } from '../plan/plan.ts';
import { isRecord, isRefusedName, readPath } from '../plan/value.ts';
import { sourcePhase } from './option-sources.ts';
import type { ResourceState } from './ports/data.ts';
import type { FormsPort } from './ports/forms.ts';
import type { Store, StoreState } from './ports/store.ts';

/** A name in scope besides the roots. The tree changes `value` when an item changes. */
export interface Frame {
  readonly name: string;
  value: Result;
  readonly outer: Frame | undefined;
}

/** Maps state names of a part to one instance: the prefix `plan` of a name is replaced by `instance`. */
export interface PartPlace {
  readonly plan: string;
  readonly instance: string;
  readonly outer: PartPlace | undefined;
}

export interface ScopeRoots {
  readonly plan: Plan;
  readonly store: Store;
  readonly forms: Pick<FormsPort, 'read' | 'readSent' | 'field' | 'write' | 'makeSupply' | 'supply' | 'news'>;
  readonly locale: Locale;
}

/** Scope of the screen: the store's roots, names from `each`, and the parts around. */
export class LiveScope implements Scope {
  readonly sources: ScopeRoots;
  readonly frame: Frame | undefined;
  readonly place: PartPlace | undefined;

  constructor(sources: ScopeRoots, frame?: Frame, place?: PartPlace) {
    this.sources = sources;
    this.frame = frame;
    this.place = place;
  }

  get locale(): Locale {
    return this.sources.locale;
  }

  read(path: readonly string[]): Result {
    const frame = this.findFrame(path[0]);
    if (frame) return readPath(frame.value, path, 1);
    return readRoot(this.sources, this.sources.store.get(), this.place, path);
  }

  with(name: string, value: Result): LiveScope {
    return this.framed({ name, value, outer: this.frame });
  }

  findFrame(name: string | undefined): Frame | undefined {
    let frame = this.frame;
    while (frame && frame.name !== name) frame = frame.outer;
    return frame;
  }

  /** First two names under which the store notifies of a path. For a part's state they are those of its instance. */
  keyOf([root = '', first = '']: readonly string[]): string {
    if (root === 'phase') return `data.${first}`;
    return `${root}.${PLACED.has(root) ? instanceName(this.place, first) : first}`;
  }

  framed(frame: Frame): LiveScope {
    return new LiveScope(this.sources, frame, this.place);
  }

  /** The scope inside an instance of a part. */
  inPart(plan: string, instance: string): LiveScope {
    if (plan === instance && !this.place) return this;
    return new LiveScope(this.sources, this.frame, { plan, instance, outer: this.place });
  }
}

/** The scope of a list that sends a form: fields that were hidden at validation are absent. */
export function sendingScope(scope: Scope): Scope {
  if (!(scope instanceof LiveScope)) return scope;
  const { plan, store, forms, locale } = scope.sources;
  const sent = { ...forms, read: forms.readSent };
  return new LiveScope({ plan, store, forms: sent, locale }, scope.frame, scope.place);
}

/** Reads a path under a root in a given state of the store. */
export function readRoot(
  sources: ScopeRoots,
  state: StoreState,
  place: PartPlace | undefined,
  path: readonly string[],
): Result {
  const [root = '', first] = path;
  if (first === undefined) return new Failure('A root is not a value');
  const { timeZone } = sources.locale;
  switch (root) {
    case 'data':
      return readPath(readResource(state.data[first], sources.plan.data[first]), path, 2);
    case 'state': {
      const name = instanceName(place, first);
      const value = Object.hasOwn(state.state, name) ? state.state[name] : sources.plan.state[first]?.initial;
      return readPath(value, path, 2);
    }
    // Internal root, not in the language: loading state of data, for fields with options from it.
    case 'phase':
      return sourcePhase(state.data, [first]);
    case 'timer':
      return readPath(state.timer[instanceName(place, first)] ?? IDLE, path, 2);
    case 'form':
      return sources.forms.read(['form', instanceName(place, first), ...path.slice(2)]);
    case 'fetched': {
      const at = state.fetched[first];
      return at === undefined ? undefined : readPath(momentIn(timeZone, at), path, 2);
    }
    case 'params':
    case 'session':
    case 'config':
    case 'kept':
    case 'device':
    case 'pages':
      if (root === 'device' && first === 'today')
        return readPath(todayIn(timeZone, state.device.today), path, 2);
      // Readers treat absent members as undefined, which is the only difference between `Values` and a record.
      return readPath(state[root] as unknown as Value, path, 1);
    default:
      return new Failure('No such name in scope');
  }
}

/** Roots whose names belong to a part's instance. */
const PLACED: ReadonlySet<string> = new Set(['state', 'timer', 'form']);

const IDLE: Value = { left: 0, running: false };

/** Missing content is pending. An optional resource is absent until it is read; so is one whose `when` is false. */
function readResource(resource: ResourceState | undefined, plan: ResourcePlan | undefined): Result {
  if (resource?.value !== undefined) return resource.value;
  const isAbsent = plan?.optional || resource?.phase === 'skipped' || resource?.phase === 'ready';
  return isAbsent ? undefined : PENDING;
}

/** The store's name for a state, timer or overlay of a part instance. */
export function instanceName(place: PartPlace | undefined, name: string): string {
  for (let at = place; at; at = at.outer) {
    if (name.startsWith(at.plan)) return at.instance + name.slice(at.plan.length);
  }
  return name;
}

/** As `instanceName`, for the scope of an action such as `timer` or `open`. */
export function nameIn(scope: Scope, name: string): string {
  return scope instanceof LiveScope ? instanceName(scope.place, name) : name;
}

/**
 * Writes to a target of `set` or of a bound widget: `['state', name, …]` or `['kept', name, …]`. Undefined removes
 * the value. Creates missing records on the way to a member.
 */
export function writePath(
  store: Store,
  scope: Scope,
  path: readonly string[],
  value: Value | undefined,
): void {
  const [root, first, ...names] = path;
  if ((root !== 'state' && root !== 'kept') || first === undefined || names.some(isRefusedName)) return;
  const name = root === 'state' ? nameIn(scope, first) : first;
  const old = names.length === 0 ? undefined : scope.read([root, first]);
  const written = value === undefined ? undefined : toPlain(value);
  store.change((draft) => {
    // Stores undefined as a member, so that a removed value does not fall back to its initial value.
    draft[root][name] =
      names.length === 0
        ? written
        : produce(isRecord(old) ? old : makeRecord(), (record: Members) =>
            writeMember(record, names, written),
          );
  });
}

/** Copies records of a form: the form owns them, and immer writes only to plain objects. */
function toPlain(value: Value): Value {
  if (Array.isArray(value)) {
    const items = value.map(toPlain);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, toPlain(member)] as const);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain =
    (prototype === null || prototype === Object.prototype) &&
    members.every(([name, member]) => member === value[name]);
  return isPlain ? value : Object.assign(Object.create(null), Object.fromEntries(members));
}

interface Members {
  [name: string]: Value | undefined;
}

function writeMember(
  record: Members,
  [name = '', ...rest]: readonly string[],
  value: Value | undefined,
): void {
  if (rest.length === 0) {
    if (value === undefined) delete record[name];
    else record[name] = value;
    return;
  }
  if (!Object.hasOwn(record, name) || !isRecord(record[name])) record[name] = makeRecord();
  // The line above checked that the member is a record; inside a recipe it is writable.
  writeMember(record[name] as Members, rest, value);
}

function makeRecord(): { readonly [name: string]: Value } {
  return Object.create(null);
}
