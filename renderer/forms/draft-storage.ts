import * as v from 'valibot';
import { fingerprint } from '../runtime/fingerprint.ts';
import { readText, UNREADABLE } from '../runtime/page-storage.ts';
import type { StoragePort } from '../runtime/services.ts';
import { STORED_TIME } from '../runtime/stored-value.ts';
import { type Answer, ANSWERS } from './draft-answer.ts';
import type { Form } from './form-state.ts';

const PREFIX = 'capiz/draft/';
const MOST_MS = 24 * 3_600_000;
/** In UTF-16 units, so that one form does not fill the storage of the whole origin. */
const MAX_UNITS = 262_144;

const STORED_DRAFT = v.object({
  owner: v.string(),
  /** Time of the last write, in milliseconds since the epoch. */
  at: STORED_TIME,
  step: v.exactOptional(v.number()),
  /** By the pointer of the field: its name, or `incomes/0/amount` in a record. */
  answers: ANSWERS,
});
type StoredDraft = Readonly<v.InferOutput<typeof STORED_DRAFT>>;

/** The draft of one form in the device's storage. */
export class DraftStorage {
  private readonly form: Form;
  private readonly key: string;
  private isReported = false;
  private storedAt: number | undefined;

  constructor(form: Form) {
    this.form = form;
    this.key = keyOf(form);
  }

  read(): StoredDraft | undefined {
    this.removeOld();
    const stored = this.attempt((storage) => readDraft(storage.get(this.key)));
    this.storedAt = stored?.at;
    return stored;
  }

  write(step: number, answers: { readonly [place: string]: Answer }): void {
    const { engine, plan } = this.form;
    this.storedAt = engine.services.clock.now();
    const draft: StoredDraft = {
      owner: engine.owner,
      at: this.storedAt,
      ...(step === 0 ? {} : { step }),
      answers,
    };
    const text = JSON.stringify(draft);
    if (text.length > MAX_UNITS) engine.report('draft/too-long', undefined, plan.id);
    else this.attempt((storage) => this.store(storage, text));
  }

  remove(): void {
    this.storedAt = undefined;
    this.attempt((storage) => storage.remove(this.key));
  }

  /** Removes all old drafts if this draft is old: the form is open but was not edited for a day. */
  removeIfOld(): void {
    if (this.storedAt !== undefined && this.isOld(this.storedAt)) this.removeOld();
  }

  /** Removes old drafts and drafts of other persons, of every form. */
  private removeOld(): void {
    this.attempt((storage) => {
      for (const key of storage.keys()) {
        if (!key.startsWith(PREFIX)) continue;
        const draft = readDraft(storage.get(key));
        if (draft?.owner !== this.form.engine.owner || this.isOld(draft.at)) storage.remove(key);
      }
    });
  }

  private isOld(at: number): boolean {
    return Math.abs(this.form.engine.services.clock.now() - at) > MOST_MS;
  }

  private store(storage: StoragePort, text: string): void {
    try {
      storage.set(this.key, text);
    } catch {
      // Storage is full: removes the drafts of other forms, because this one is being edited.
      for (const key of storage.keys()) {
        if (key.startsWith(PREFIX) && key !== this.key) storage.remove(key);
      }
      storage.set(this.key, text);
    }
  }

  /** Runs an access to the storage. Reports only the first failure. */
  private attempt<T>(act: (storage: StoragePort) => T): T | undefined {
    const { engine, plan } = this.form;
    try {
      return act(engine.services.storage.device);
    } catch {
      if (!this.isReported) engine.report('draft/not-stored', undefined, plan.id);
      this.isReported = true;
      return undefined;
    }
  }
}

/** `capiz/draft/<screen>/<form>`, plus the screen's required parameters. */
function keyOf({ engine: { plan, app, store }, id }: Form): string {
  const { params } = store.get();
  const names = Object.keys(plan.params).filter((name) => plan.params[name]?.default === undefined);
  const about = [...new Set([...names, app.reference ?? ''])]
    .sort()
    .flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  const key = `${PREFIX}${plan.id}/${id}`;
  return about.length === 0 ? key : `${key}/${fingerprint(JSON.stringify(about))}`;
}

function readDraft(text: string | undefined): StoredDraft | undefined {
  const read = text === undefined ? UNREADABLE : readText(STORED_DRAFT, text);
  return read === UNREADABLE ? undefined : read;
}
