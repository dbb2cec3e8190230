import { ActionFailure } from '../runtime/action.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import type { NOT_UPLOADED } from '../plan/upload-kinds.ts';
import type { UploadItem, Uploads, UploadSource } from '../plan/uploads.ts';
import { type FieldUploads, type Form, isSame, problemOf, touch, valueOf } from './form-state.ts';
import { prepareUpload, sendUpload } from './send-upload.ts';
import { runUploadEvent } from './upload-event.ts';

/** Two uploads use the connection well; more would only slow each other down. */
const AT_ONCE = 2;
const DEFAULT_MAX = 9;
/** Not imported: the other texts are only in the code of their fields. */
const FAILED: typeof NOT_UPLOADED.files = 'Some files were not uploaded. Try again, or remove them.';

/** Source of an uploaded item, which is never sent again. */
const NOTHING: UploadSource = { prepare: () => Promise.reject(new Error('uploaded')) };

interface Entry {
  item: UploadItem;
  readonly source: UploadSource;
  readonly abort: AbortController;
}

/**
 * The photos or files of one field: added, prepared, sent a few at a time, and retried or removed one by one. The
 * field's value is their addresses.
 */
export class UploadQueue implements FieldUploads {
  view: Uploads;
  private readonly form: Form;
  private readonly name: string;
  private readonly plan: NodePlan;
  private readonly maximum: number;
  private entries: readonly Entry[] = [];
  private count = 0;
  private urls: readonly string[] = [];
  private hasNews = false;
  private isCut = false;
  /** Failures that were shown already. */
  private readonly told = new Set<string>();

  constructor(form: Form, name: string, plan: NodePlan) {
    const max = plan.props?.['max'];
    this.form = form;
    this.name = name;
    this.plan = plan;
    this.maximum = typeof max === 'number' ? max : DEFAULT_MAX;
    this.view = this.makeView();
  }

  get value(): Value | undefined {
    return this.urls.length === 0 ? undefined : this.urls;
  }

  get problem(): string | undefined {
    const [entry] = this.inPhase('failed');
    return entry && this.form.engine.scope.locale.message(entry.source.failed ?? FAILED);
  }

  get underWay(): FieldUploads['underWay'] {
    if (this.inPhase('waiting', 'sending').length === 0) return undefined;
    return { done: this.inPhase('done').length, count: this.entries.length - this.inPhase('failed').length };
  }

  give(urls: readonly unknown[]): void {
    this.entries = urls
      .slice(0, this.maximum)
      .map((url) => this.makeEntry(NOTHING, { phase: 'done', percent: 100, url: String(url) }));
    this.changed();
  }

  clear(): void {
    for (const { abort } of this.entries) abort.abort();
    this.entries = [];
    this.isCut = false;
    this.changed();
  }

  private makeView(): Uploads {
    return {
      items: this.entries.map(({ item }) => item),
      ...(this.isCut && { isCut: true }),
      add: (sources) => this.add(sources),
      opening: () => this.form.engine.forms.save(),
      retry: (key) => this.retry(key),
      remove: (key) => this.remove(key),
    };
  }

  private makeEntry(source: UploadSource, item: Omit<UploadItem, 'key'>): Entry {
    this.count += 1;
    return { source, item: { ...item, key: `upload-${this.count}` }, abort: new AbortController() };
  }

  private add(sources: readonly UploadSource[]): void {
    const room = Math.max(0, this.maximum - this.entries.length);
    this.isCut = sources.length > room;
    const fresh = sources
      .slice(0, room)
      .map((source) => this.makeEntry(source, { ...source.shown, phase: 'waiting', percent: 0 }));
    this.entries = [...this.entries, ...fresh];
    this.changed();
    this.goOn();
  }

  private retry(key: string): void {
    const entry = this.find(key);
    if (entry?.item.phase !== 'failed' || entry.item.isRefused === true) return;
    this.told.clear();
    const { content } = entry.item;
    this.update(entry, { phase: 'waiting', percent: 0, ...(content && { content }) });
    this.goOn();
  }

  private remove(key: string): void {
    const entry = this.find(key);
    if (!entry) return;
    this.entries = this.entries.filter((other) => other !== entry);
    this.isCut = false;
    entry.abort.abort();
    this.changed();
    this.goOn();
  }

  private find(key: string): Entry | undefined {
    return this.entries.find(({ item }) => item.key === key);
  }

  private inPhase(...phases: readonly UploadItem['phase'][]): readonly Entry[] {
    return this.entries.filter(({ item }) => phases.includes(item.phase));
  }

  private update(entry: Entry, item: Omit<UploadItem, 'key'>): void {
    if (!this.entries.includes(entry)) return;
    entry.item = { ...entry.source.shown, key: entry.item.key, ...item };
    this.changed();
  }

  private changed(): void {
    const { form, name } = this;
    const urls = this.entries.flatMap(({ item }) => item.url ?? []);
    if (!isSame(urls, this.urls)) this.urls = urls;
    this.view = this.makeView();
    if (form.uploads.get(name) !== this) return;
    const isOther = !isSame(valueOf(form, name), this.value);
    form.library.write(name, this.value);
    // While the person corrects a field, it shows no problem.
    if (isOther || problemOf(form, name) !== undefined) {
      form.library.clearProblem(name);
      form.draft?.changed(name);
    }
    touch(form, [name]);
  }

  private goOn(): void {
    const free = Math.max(0, AT_ONCE - this.inPhase('sending').length);
    for (const entry of this.inPhase('waiting').slice(0, free)) void this.send(entry);
    if (this.inPhase('waiting', 'sending').length > 0) return;
    this.told.clear();
    if (this.hasNews) runUploadEvent(this.form, this.name, this.plan);
    this.hasNews = false;
  }

  private async send(entry: Entry): Promise<void> {
    const { engine } = this.form;
    const { source } = entry;
    const { signal } = entry.abort;
    this.update(entry, { ...entry.item, phase: 'sending', percent: 0 });
    let content: Blob | undefined;
    try {
      content = entry.item.content ?? (await prepareUpload(engine, source));
      if (signal.aborted) return;
      const sending = { phase: 'sending', content } as const;
      this.update(entry, { ...sending, percent: 0 });
      const { fileName } = source;
      const onProgress = (percent: number) => {
        if (percent > entry.item.percent) this.update(entry, { ...sending, percent });
      };
      const file = { content, onProgress, ...(fileName !== undefined && { fileName }) };
      const url = await sendUpload(engine, this.plan, file, signal);
      this.hasNews = true;
      this.update(entry, { phase: 'done', percent: 100, content, url });
    } catch (thrown) {
      if (signal.aborted) return;
      this.fail(entry, thrown instanceof ActionFailure ? thrown.error : { kind: 'network' }, content);
    }
    this.goOn();
  }

  private fail(entry: Entry, error: ActionError, content: Blob | undefined): void {
    const { message } = error;
    const end = (failed: Entry, kept: Blob | undefined) =>
      this.update(failed, {
        phase: 'failed',
        percent: 0,
        ...(kept && { content: kept }),
        ...(failed.source.refused !== undefined && { isRefused: true as const }),
        ...(message !== undefined && { message }),
      });
    end(entry, content);
    // Offline: the queued items would fail as well.
    if (error.kind === 'offline') for (const other of this.inPhase('waiting')) end(other, other.item.content);
    const key = `${error.kind} ${message ?? ''}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    runUploadEvent(this.form, this.name, this.plan, error);
  }
}
