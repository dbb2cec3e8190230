import { evaluate } from '../plan/evaluate.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { PagesPlan } from '../plan/plan.ts';
import { computeInputs } from '../plan/resource-inputs.ts';
import { extendScope } from '../plan/scope.ts';
import { isRecord, readPath } from '../plan/value.ts';
import { ActionFailure } from './action.ts';
import { endpointOf } from './calls.ts';
import type { Whole } from './data.ts';
import { keepEqual } from './keep-equal.ts';
import type { PagesState } from './ports/data.ts';
import type { Engine } from './ports/engine.ts';
import { readsOf } from './reads.ts';
import { firstTwo } from './store.ts';

const NOTHING: PagesState = {
  ...{ more: false, loading: false, read: 0, last: 0, calls: 0 },
  value: undefined,
  readAt: undefined,
};

/** After a return, at most this many pages are read before the screen is shown. */
const MOST_AGAIN = 10;

/** Follows data with `pages`: `pages.<name>` says how far it is read. Loaded only for plans that need it (`uses.rare`). */
export function startPages(engine: Engine): void {
  for (const [name, { pages }] of Object.entries(engine.plan.data)) {
    if (pages === undefined) continue;
    const reads = [...readsOf(pages.when)].map(firstTwo);
    // Its own status changes here only.
    const keys = new Set([`data.${name}`, ...reads.filter((key) => key !== `pages.${name}`)]);
    engine.store.subscribe([...keys], () => follow(engine, name));
    follow(engine, name);
  }
}

/** Content that no further page made is a first page; a reading that begins ends the call for a further page. */
function follow({ plan, scope, store }: Engine, name: string): void {
  const { value, readAt, phase, pages: again } = store.get().data[name] ?? {};
  const pages = plan.data[name]?.pages;
  const old = store.get().pages[name] ?? NOTHING;
  const isNew = value !== old.value || readAt !== old.readAt;
  const read = value === undefined ? 0 : 1;
  store.batch(() => {
    setPages(store, name, {
      ...old,
      ...(isNew && { value, readAt, read, last: itemsOf(value, pages?.list).length }),
      ...(isNew && again),
      loading: old.loading && !isNew && phase !== 'reading',
    });
    const { last } = store.get().pages[name] ?? NOTHING;
    setPages(store, name, { more: pages !== undefined && hasMore(pages, last, scope) });
  });
}

function hasMore({ size = 0, when }: PagesPlan, last: number, scope: Scope): boolean {
  return last > 0 && last >= size && (when === undefined || evaluate(when, scope) === true);
}

/**
 * After a return to a screen, reads the pages that were there when it was left. Ends with the pages that it has if one
 * cannot be read.
 *
 * @param due - Number of pages by name of the data. Only the first reading uses it.
 * @param first - The first page.
 */
export async function readPagesAgain(
  engine: Engine,
  due: { [name: string]: number },
  name: string,
  first: Value,
  signal: AbortSignal,
): Promise<Whole> {
  const resource = engine.plan.data[name];
  const most = Math.min(due[name] ?? 0, MOST_AGAIN);
  delete due[name];
  let value = first;
  let read = 1;
  let last = itemsOf(first, resource?.pages?.list).length;
  if (!resource?.pages) return { value, pages: { read, last } };
  const { pages } = resource;
  for (; read < most; read += 1) {
    const scope = withPages(engine.scope, name, value, read);
    if (!hasMore(pages, last, scope)) break;
    const found = computeInputs({ ...resource, with: { ...resource.with, ...pages.with } }, scope);
    if (found.is !== 'ready') break;
    const call = engine.calls.call(endpointOf(engine.plan, resource.endpoint), found.inputs, { signal });
    const page = await call.catch(() => undefined);
    if (!isRecord(page)) break;
    const added = itemsOf(page, pages.list);
    const items = join(itemsOf(value, pages.list), added, pages.key);
    value = { ...page, [pages.list]: items };
    last = added.length;
  }
  return { value, pages: { read, last } };
}

/** The scope in which this is the content of the data. */
function withPages(scope: Scope, name: string, value: Value, read: number): Scope {
  const own = { data: value, pages: { more: true, loading: true, read } };
  const inner: Scope = {
    locale: scope.locale,
    read: ([root = '', ...path]) =>
      path[0] === name && (root === 'data' || root === 'pages')
        ? readPath(own[root], path, 1)
        : scope.read([root, ...path]),
    with: (other, otherValue) => extendScope(inner, other, otherValue),
  };
  return inner;
}

function setPages(store: Engine['store'], name: string, next: Partial<PagesState>): void {
  const old = store.get().pages[name] ?? NOTHING;
  const fresh = { ...old, ...next };
  const isSame = (Object.keys(fresh) as (keyof PagesState)[]).every((key) => fresh[key] === old[key]);
  if (isSame && store.get().pages[name]) return;
  store.change((draft) => {
    draft.pages[name] = fresh;
  });
}

/**
 * Reads the next page and adds its items to the content. Does nothing if there is no other page, or if the data is
 * being read. An answer that comes after a new reading has begun is dropped.
 *
 * @returns the number of items that were added.
 */
export async function readMore(engine: Engine, name: string, signal: AbortSignal): Promise<number> {
  const { plan, scope, store } = engine;
  const resource = plan.data[name];
  const before = store.get().pages[name];
  if (!resource?.pages || !before?.more || before.loading || store.get().data[name]?.phase === 'reading')
    return 0;
  const { pages } = resource;
  const found = computeInputs({ ...resource, with: { ...resource.with, ...pages.with } }, scope);
  if (found.is !== 'ready') throw new ActionFailure({ kind: 'invalid', code: 'inputs' });
  const calls = before.calls + 1;
  setPages(store, name, { calls, loading: true });
  const isCurrent = () => {
    const now = store.get().pages[name];
    return now?.calls === calls && now.loading;
  };
  try {
    const page = await engine.calls.call(endpointOf(plan, resource.endpoint), found.inputs, { signal });
    return isCurrent() ? addPage(engine, name, page) : 0;
  } catch (thrown) {
    if (!isCurrent()) return 0;
    setPages(store, name, { loading: false });
    throw thrown;
  }
}

/** Members beside the list are those of the last page, such as the cursor of the next one. */
function addPage(engine: Engine, name: string, page: Value | undefined): number {
  const { plan, store } = engine;
  const { list = '', key } = plan.data[name]?.pages ?? {};
  const resource = store.get().data[name];
  const before = itemsOf(resource?.value, list);
  const added = itemsOf(page, list);
  const items = join(before, added, key);
  // An item that was there twice before is no longer there twice.
  const count = items.length - join(before, [], key).length;
  const whole = isRecord(page) ? { ...page, [list]: items } : resource?.value;
  if (!resource || whole === undefined) return 0;
  const value = keepEqual(resource.value, whole);
  store.batch(() => {
    const read = (store.get().pages[name]?.read ?? 0) + 1;
    setPages(store, name, { value, read, last: added.length, loading: false });
    store.change((draft) => {
      draft.data[name] = { ...resource, value };
    });
    follow(engine, name);
  });
  return count;
}

/** An item whose key is there already takes the place of the earlier one: the list moved between the calls. */
function join(before: readonly Value[], added: readonly Value[], key: string | undefined): readonly Value[] {
  const all = [...before, ...added];
  if (key === undefined) return all;
  return [...new Map(all.map((item) => [isRecord(item) ? item[key] : item, item])).values()];
}

function itemsOf(value: Value | undefined, list = ''): readonly Value[] {
  const items = isRecord(value) ? value[list] : undefined;
  return Array.isArray(items) ? items : [];
}
