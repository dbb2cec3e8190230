import { ActionFailure } from '../runtime/action.ts';
import { endpointOf } from '../runtime/calls.ts';
import { own } from '../runtime/lists.ts';
import type { Engine } from '../runtime/ports/engine.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { NOT_UPLOADED, type UploadItem, type Uploads, type UploadSource } from '../plan/uploads.ts';
import { isRecord } from '../plan/value.ts';

/** Two uploads use the connection well; more would only slow each other down. */
const AT_ONCE = 2;
const DEFAULT_MAX = 9;

/** Source of an uploaded item, which is never sent again. */
const NOTHING: UploadSource = { prepare: () => Promise.reject(new Error('uploaded')) };

interface Entry {
  item: UploadItem;
  readonly source: UploadSource;
  readonly abort: AbortController;
}

export interface FieldUploads {
  /** For the widget. */
  readonly view: Uploads;
  /** Addresses of the uploaded items, in order. The same array until it changes; absent if empty. */
  readonly value: Value | undefined;
  /** Why the form cannot be sent: an item is missing that the person added. */
  readonly problem: string | undefined;
  /** Number of uploaded items and of all items; undefined while no upload is running. */
  readonly underWay: { readonly done: number; readonly count: number } | undefined;
  /** Restores items that are uploaded already. */
  give(urls: readonly unknown[]): void;
  /** Aborts all uploads and removes all items. */
  clear(): void;
}

export interface UploadsOptions {
  readonly engine: Engine;
  readonly plan: NodePlan;
  /** The field's node, while it exists. */
  readonly node: () => ReturnType<Engine['tree']['findField']>;
  readonly opening: () => void;
  /** Called after every change. */
  readonly changed: () => void;
}

/** The photos or files of one field: added, prepared, sent a few at a time, and retried or removed one by one. */
export function createUploads({ engine, plan, node, opening, changed }: UploadsOptions): FieldUploads {
  let entries: readonly Entry[] = [];
  let count = 0;
  let value: readonly string[] = [];
  let hasNews = false;
  let isCut = false;
  const told = new Set<string>();
  const maximum = typeof plan.props?.['max'] === 'number' ? plan.props['max'] : DEFAULT_MAX;

  const of = (...phases: readonly UploadItem['phase'][]) =>
    entries.filter(({ item }) => phases.includes(item.phase));

  let view: Uploads = makeView();
  function makeView(): Uploads {
    const items = entries.map(({ item }) => item);
    return { items, ...(isCut && { isCut }), add, opening, retry, remove };
  }

  function tell(): void {
    const urls = entries.flatMap(({ item }) => (item.url === undefined ? [] : [item.url]));
    if (urls.length !== value.length || urls.some((url, index) => url !== value[index])) value = urls;
    view = makeView();
    changed();
  }

  function update(entry: Entry, item: Omit<UploadItem, 'key'>): void {
    if (!entries.includes(entry)) return;
    entry.item = { ...entry.source.shown, key: entry.item.key, ...item };
    tell();
  }

  function add(sources: readonly UploadSource[]): void {
    const room = Math.max(0, maximum - entries.length);
    isCut = sources.length > room;
    const fresh = sources.slice(0, room).map((source): Entry => {
      count += 1;
      const item = { ...source.shown, key: `upload-${count}`, phase: 'waiting', percent: 0 } as const;
      return { item, source, abort: new AbortController() };
    });
    entries = [...entries, ...fresh];
    tell();
    goOn();
  }

  function retry(key: string): void {
    const entry = entries.find(({ item }) => item.key === key);
    if (entry?.item.phase !== 'failed' || entry.item.isRefused === true) return;
    told.clear();
    const { content } = entry.item;
    update(entry, { phase: 'waiting', percent: 0, ...(content && { content }) });
    goOn();
  }

  function remove(key: string): void {
    const entry = entries.find(({ item }) => item.key === key);
    if (!entry) return;
    entries = entries.filter((other) => other !== entry);
    isCut = false;
    entry.abort.abort();
    tell();
    goOn();
  }

  function goOn(): void {
    for (const entry of of('waiting').slice(0, Math.max(0, AT_ONCE - of('sending').length))) void send(entry);
    if (of('waiting', 'sending').length > 0) return;
    told.clear();
    if (hasNews) run('uploaded');
    hasNews = false;
  }

  async function send(entry: Entry): Promise<void> {
    update(entry, { ...entry.item, phase: 'sending', percent: 0 });
    let content: Blob | undefined;
    try {
      content = entry.item.content ?? (await prepare(entry.source));
      if (entry.abort.signal.aborted) return;
      update(entry, { phase: 'sending', percent: 0, content });
      const url = await call(entry, content);
      hasNews = true;
      update(entry, { phase: 'done', percent: 100, content, url });
    } catch (thrown) {
      if (entry.abort.signal.aborted) return;
      fail(entry, thrown instanceof ActionFailure ? thrown.error : { kind: 'network' }, content);
    }
    goOn();
  }

  async function prepare(source: UploadSource): Promise<Blob> {
    const { refused } = source;
    if (refused !== undefined) {
      throw new ActionFailure({ kind: 'business', code: 'upload/refused', message: refused }, true);
    }
    try {
      return await source.prepare();
    } catch {
      const message = engine.scope.locale.message('This file cannot be read as a photo.');
      throw new ActionFailure({ kind: 'business', code: 'upload/unreadable', message }, true);
    }
  }

  async function call(entry: Entry, content: Blob): Promise<string> {
    const endpoint = endpointOf(engine.plan, String(plan.props?.['upload']));
    const onProgress = (share: number) => {
      // 100 % is shown only after the answer, which confirms the arrival.
      const percent = Math.min(99, Math.floor(share * 100));
      if (percent > entry.item.percent) update(entry, { phase: 'sending', percent, content });
    };
    const { signal } = entry.abort;
    const { fileName } = entry.source;
    const file = { content, onProgress, ...(fileName !== undefined && { fileName }) };
    const reply = await engine.calls.call(endpoint, {}, { signal, file });
    const url = isRecord(reply) ? reply['url'] : undefined;
    if (typeof url !== 'string') throw new ActionFailure({ kind: 'invalid-reply' });
    return url;
  }

  function fail(entry: Entry, error: ActionError, content: Blob | undefined): void {
    const { message } = error;
    const end = (failed: Entry, kept: Blob | undefined) =>
      update(failed, {
        phase: 'failed',
        percent: 0,
        ...(kept && { content: kept }),
        ...(failed.source.refused !== undefined && { isRefused: true as const }),
        ...(message !== undefined && { message }),
      });
    end(entry, content);
    // Offline: the queued items would fail as well.
    if (error.kind === 'offline') for (const other of of('waiting')) end(other, other.item.content);
    const key = `${error.kind} ${message ?? ''}`;
    if (told.has(key)) return;
    told.add(key);
    run('failed', error);
  }

  function run(event: 'uploaded' | 'failed', error?: ActionError): void {
    const at = node();
    if (engine.navigation.isLeaving || at === undefined) return;
    const scope = engine.tree.scopeOf(at);
    const names = error === undefined ? scope : scope.with('error', error as unknown as Value);
    const overlay = engine.tree.overlayOf(at);
    const { failures } = engine.app;
    const kind = error === undefined || own(failures, error.kind) === undefined ? 'default' : error.kind;
    const usual = error === undefined ? undefined : own(failures, kind);
    const list = plan.on?.[event] ?? usual;
    if (list === undefined) return;
    void engine.runner.run(list, {
      scope: names,
      list: plan.on?.[event] ? `node:${plan.id}:${event}` : `failure:${kind}:default`,
      event,
      ...(overlay !== undefined && { overlay }),
    });
  }

  return {
    get view() {
      return view;
    },
    get value() {
      return value.length === 0 ? undefined : value;
    },
    get problem() {
      if (of('failed').length === 0) return undefined;
      return engine.scope.locale.message(NOT_UPLOADED[plan.type === 'files' ? 'files' : 'photos']);
    },
    get underWay() {
      if (of('waiting', 'sending').length === 0) return undefined;
      return { done: of('done').length, count: entries.length - of('failed').length };
    },
    give(urls) {
      entries = urls.slice(0, maximum).map((url): Entry => {
        count += 1;
        return {
          item: { key: `upload-${count}`, phase: 'done', percent: 100, url: String(url) },
          source: NOTHING,
          abort: new AbortController(),
        };
      });
      tell();
    },
    clear() {
      for (const { abort } of entries) abort.abort();
      entries = [];
      isCut = false;
      tell();
    },
  };
}
