import * as v from 'valibot';
import type { Engine } from '../runtime/ports/engine.ts';
import type { Followed } from '../runtime/ports/runner.ts';
import { fingerprint } from '../runtime/fingerprint.ts';
import { readText, UNREADABLE } from '../runtime/page-storage.ts';
import { STORED_TIME } from '../runtime/stored-value.ts';
import type { DraftNews, LostAnswer } from '../plan/draft.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isRecord, isRefusedName } from '../plan/value.ts';
import { type Field, type Form, valueOf } from './form-state.ts';
import { hasBegun, isSent } from './is-sent.ts';

const PREFIX = 'capiz/draft/';
const MOST_MS = 24 * 3_600_000;
/** Stored drafts with more records are ignored: a person did not enter them. */
const MAX_ROWS = 50;
/** Debounce before a draft is stored, in ms. */
const DEBOUNCE_MS = 200;
/** In UTF-16 units, so that one form does not fill the storage of the whole origin. */
const MAX_UNITS = 262_144;
/** Longest stored label. A service may send long ones; the space is for the person's answers. */
const MAX_LABEL_LENGTH = 200;
/** Purposes of text fields whose values are secret. */
const SENSITIVE_PURPOSES: readonly unknown[] = ['account', 'one-time-code'];

/**
 * One field of a draft: kind of widget, label, value. Null means that the person cleared the field; without a value
 * it was filled in but must not be stored. For a repeating group the value is the number of records; the fields in
 * them have their own answers.
 */
type Answer = readonly [kind: string, label: string, value?: Value | null];
const ANSWER: v.GenericSchema<unknown, Answer> = v.union([
  v.strictTuple([v.string(), v.string()]),
  v.tuple([v.string(), v.string(), v.pipe(v.unknown(), v.transform(copy))]),
]);

/**
 * Drops only unreadable entries, so the person fills in only those fields again. `v.record` would also drop a field
 * called `constructor`, which an earlier release may have.
 */
const ANSWERS = v.pipe(
  v.custom<{ readonly [place: string]: unknown }>(isRecord),
  v.transform((answers) =>
    Object.entries(answers).flatMap(([place, stored]) => {
      const answer = v.safeParse(ANSWER, stored);
      return answer.success ? [[place, answer.output] as const] : [];
    }),
  ),
  v.transform((answers): { readonly [place: string]: Answer } => Object.fromEntries(answers)),
);

const STORED_DRAFT = v.object({
  owner: v.string(),
  /** Time of the last write, in milliseconds since the epoch. */
  at: STORED_TIME,
  step: v.exactOptional(v.number()),
  /** By the pointer of the field: its name, or `incomes/0/amount` in a record. */
  answers: ANSWERS,
});
type StoredDraft = Readonly<v.InferOutput<typeof STORED_DRAFT>>;

/** The methods of the forms that a draft needs. */
export interface DraftHost {
  fieldsOf(form: Form): readonly Field[];
  findField(form: Form, name: string): Field | undefined;
  /** Writes values as if the person had entered them. */
  fill(form: Form, values: ReadonlyMap<string, Value | undefined>): void;
  /** Notifies listeners of the form's status. */
  tell(form: Form): void;
}

/** The stored draft of one form. */
export interface Draft {
  readonly news: DraftNews | undefined;
  /** The form's fields changed: restores waiting answers into new fields. */
  arrange(): void;
  /** The person edited a field. Stored after a debounce. */
  changed(name: string): void;
  /** A field with a value is removed. */
  lose(field: Field, value: Value): void;
  /** A choice does not offer this option. If the value came from the draft, it is lost. */
  refuse(field: Field, value: Value): void;
  /** Stores pending changes. */
  save(): void;
  forget(): void;
  /** The run that sends the form moved on. When the form was sent, the draft is removed. */
  follow(run: Followed): void;
}

export function openDraft(engine: Engine, form: Form, host: DraftHost): Draft {
  const { clock, storage } = engine.services;
  const place = placeOf(engine, form);
  /** Restored answers without a field in the form, yet or any more. */
  const waiting = new Map<string, Answer>();
  const lost = new Map<string, Answer>();
  /** By field name, so that a record keeps its answers when others are removed. */
  const again = new Map<string, Answer>();
  /** Restored fields that the person has not edited since. */
  const given = new Set<string>();
  /** Lost for this visit, although the field exists or may return: a choice without that option. */
  const refused = new Set<string>();
  /** Names of fields whose values were sent. The draft contains only later edits. */
  const sent = new Set<string>();
  /** Names of fields that were edited after the form's request was made. */
  const writtenMeanwhile = new Set<string>();
  let isGivenBack = false;
  let isReported = false;
  let storedAt: number | undefined;
  let cancel: (() => void) | undefined;
  let news: DraftNews | undefined;

  function attempt<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch {
      if (!isReported) engine.report('draft/not-stored', undefined, form.plan.id);
      isReported = true;
      return undefined;
    }
  }

  function restore(): void {
    removeOld();
    const stored = attempt(() => readDraft(storage.device.get(place)));
    if (stored === undefined) return;
    storedAt = stored.at;
    for (const [name, answer] of Object.entries(stored.answers)) waiting.set(name, answer);
    if (stored.step === undefined) return;
    form.step = stored.step;
    host.tell(form);
  }

  /** Removes old drafts and drafts of other persons, of every form. */
  function removeOld(): void {
    attempt(() => {
      for (const key of storage.device.keys()) {
        if (!key.startsWith(PREFIX)) continue;
        const draft = readDraft(storage.device.get(key));
        if (draft?.owner !== engine.owner || isOld(draft.at)) storage.device.remove(key);
      }
    });
  }

  function isOld(at: number): boolean {
    return Math.abs(clock.now() - at) > MOST_MS;
  }

  function arrange(): void {
    if (waiting.size === 0 && lost.size === 0) return;
    restoreRows();
    const fields = new Map(host.fieldsOf(form).map((field) => [field.pointer(), field]));
    const values = new Map<string, Value | undefined>();
    for (const [place, answer] of [...waiting, ...lost]) {
      if (refused.has(place)) continue;
      const field = fields.get(place);
      // Computed fields take no stored value, and lose none.
      const isFree =
        field !== undefined && field.compute === undefined && !form.library.isTouched(field.name);
      if (field === undefined ? !isAwaited(place) : isFree && !fits(field, answer)) {
        waiting.delete(place);
        lost.set(place, answer);
      } else if (field !== undefined) {
        waiting.delete(place);
        lost.delete(place);
        const [kind, label, value] = answer;
        if (!isFree) continue;
        if (value === undefined || isSensitive(field)) again.set(field.name, [kind, label]);
        else values.set(field.name, value ?? undefined);
      }
    }
    for (const name of values.keys()) given.add(name);
    if (values.size > 0) host.fill(form, values);
    if (values.size > 0) isGivenBack = true;
    tell();
  }

  /** Adds the stored number of records to lists, so that the answers in them have fields. */
  function restoreRows(): void {
    const list = host
      .fieldsOf(form)
      .find((field) => isRows(field) && typeof waiting.get(field.pointer())?.[2] === 'number');
    if (list === undefined) return;
    const place = list.pointer();
    const count = Math.min(Number(waiting.get(place)?.[2]), MAX_ROWS);
    waiting.delete(place);
    if (!isWritten(list)) host.fill(form, new Map([[list.name, Array.from({ length: count }, () => ({}))]]));
    // Records may contain lists.
    restoreRows();
  }

  /** Whether the person edited the field, or a field in it. */
  function isWritten({ name }: Field): boolean {
    return form.library
      .touched()
      .some((other) => !sent.has(other) && (other === name || other.startsWith(`${name}.`)));
  }

  /** Whether a server may still add a field with this pointer. */
  function isAwaited(place: string): boolean {
    const map = form.maps.get(place.split('.')[0] ?? '');
    return map !== undefined && map.state !== 'complete';
  }

  function tell(): void {
    const hasNews = isGivenBack || lost.size > 0 || again.size > 0;
    news = hasNews
      ? {
          isKept: isGivenBack,
          again: [...new Set([...again.values()].map(([, label]) => label))],
          lost: [...lost].map(toLost),
          startOver: () => engine.forms.reset(form.id),
        }
      : undefined;
    host.tell(form);
  }

  function gather(): { readonly [place: string]: Answer } {
    const answers = new Map<string, Answer>([...waiting, ...lost]);
    for (const field of host.fieldsOf(form)) {
      const isHere = isRows(field)
        ? isWritten(field)
        : form.library.isTouched(field.name) && !sent.has(field.name);
      const answer = isHere ? toAnswer(field, valueOf(form, field.name)) : again.get(field.name);
      if (answer !== undefined) answers.set(field.pointer(), answer);
    }
    return Object.fromEntries(answers);
  }

  function save(): void {
    if (cancel === undefined) {
      // The form is open but was not edited for a day.
      if (storedAt !== undefined && isOld(storedAt)) removeOld();
      return;
    }
    cancel();
    cancel = undefined;
    storedAt = clock.now();
    const draft: StoredDraft = {
      owner: engine.owner,
      at: storedAt,
      ...(form.step === 0 ? {} : { step: form.step }),
      answers: gather(),
    };
    const text = JSON.stringify(draft);
    if (text.length > MAX_UNITS) engine.report('draft/too-long', undefined, form.plan.id);
    else attempt(() => store(text));
  }

  function store(text: string): void {
    try {
      storage.device.set(place, text);
    } catch {
      // Storage is full: removes the drafts of other forms, because this one is being edited.
      for (const key of storage.device.keys()) {
        if (key.startsWith(PREFIX) && key !== place) storage.device.remove(key);
      }
      storage.device.set(place, text);
    }
  }

  function forget(): void {
    writtenMeanwhile.clear();
    remove();
  }

  function remove(): void {
    cancel?.();
    cancel = undefined;
    storedAt = undefined;
    for (const known of [waiting, lost, again, given, refused, sent]) known.clear();
    isGivenBack = false;
    attempt(() => storage.device.remove(place));
    if (news !== undefined) tell();
  }

  /** Removes the sent answers from the draft; later edits stay. */
  function forgetSent(): void {
    remove();
    for (const name of form.library.touched()) if (!writtenMeanwhile.has(name)) sent.add(name);
    if (writtenMeanwhile.size > 0) cancel = clock.after(DEBOUNCE_MS, save);
  }

  /** An empty name is a change of step, not an edit. */
  function noteWritten(name: string): void {
    if (name === '') return;
    sent.delete(name);
    if (form.sentBy !== undefined) writtenMeanwhile.add(name);
  }

  function letGo(field: Field, value: Value): void {
    const answer = toAnswer(field, value);
    if (answer === undefined) return;
    refused.add(field.pointer());
    lost.set(field.pointer(), answer);
    form.library.untouch(field.name);
    tell();
  }

  /** Answers in a removed record are no loss. */
  function forgetRemoved(list: Field | undefined): boolean {
    if (list === undefined || !isRows(list)) return false;
    const gone = [...again.keys()].filter((name) => host.findField(form, name) === undefined);
    for (const name of gone) again.delete(name);
    return gone.length > 0;
  }

  restore();
  arrange();

  return {
    get news() {
      return news;
    },
    arrange,
    changed(name) {
      noteWritten(name);
      given.clear();
      const field = host.findField(form, name);
      const place = field === undefined ? name : field.pointer();
      refused.delete(place);
      const isTold = again.delete(name) || lost.delete(place);
      if (forgetRemoved(field) || isTold) tell();
      cancel ??= clock.after(DEBOUNCE_MS, save);
    },
    lose: letGo,
    refuse(field, value) {
      if (given.delete(field.name)) letGo(field, value);
    },
    save,
    forget,
    follow(run) {
      if (isSent(run, form.id)) forgetSent();
      // The next request includes all edits so far.
      else if (!hasBegun(run, form.id)) writtenMeanwhile.clear();
    },
  };
}

/** `capiz/draft/<screen>/<form>`, plus the screen's required parameters. */
function placeOf({ plan, app, store }: Engine, form: Form): string {
  const { params } = store.get();
  const names = Object.keys(plan.params).filter((name) => plan.params[name]?.default === undefined);
  const about = [...new Set([...names, app.reference ?? ''])]
    .sort()
    .flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  const key = `${PREFIX}${plan.id}/${form.id}`;
  return about.length === 0 ? key : `${key}/${fingerprint(JSON.stringify(about))}`;
}

function isRows({ plan }: Field): boolean {
  return plan.type === 'repeat';
}

/** The stored form of a field's answer; undefined if there is nothing to store. */
function toAnswer(field: Field, value: Value | undefined): Answer | undefined {
  const label = evaluate(field.plan.props?.['label'] ?? '', field.scope());
  const named = [
    kindOf(field.plan),
    typeof label === 'string' ? label.slice(0, MAX_LABEL_LENGTH) : '',
  ] as const;
  if (isRows(field)) return [...named, Array.isArray(value) ? value.length : 0];
  if (!isSensitive(field)) return [...named, value ?? null];
  return value === undefined || value === '' ? undefined : named;
}

/** An uncertain result counts as sensitive; photos and files are sensitive by default. */
function isSensitive(field: Field): boolean {
  const { plan } = field;
  const { sensitive = plan.type === 'photos' || plan.type === 'files', purpose = '' } = plan.props ?? {};
  const scope = field.scope();
  return evaluate(sensitive, scope) !== false || SENSITIVE_PURPOSES.includes(evaluate(purpose, scope));
}

/** Numbers of different kinds are not compatible: 5 pieces are not 5 centavos. */
function kindOf({ type, props }: NodePlan): string {
  const number = type === 'number-field' ? props?.['number'] : undefined;
  return typeof number === 'string' ? `${type}/${number}` : type;
}

/** Whether a stored value matches a field. Choices check their options themselves. */
function fits(field: Field, [kind, , value]: Answer): boolean {
  const { plan } = field;
  if (kind !== kindOf(plan)) return false;
  if (typeof value !== 'string' || kind !== 'text-field') return true;
  const { max, accept = 'any' } = plan.props ?? {};
  const longest = max === undefined ? undefined : evaluate(max, field.scope());
  if (typeof longest === 'number' && value.length > longest) return false;
  return evaluate(accept, field.scope()) !== 'digits' || /^\d*$/.test(value);
}

function toLost([place, [kind, label, value]]: readonly [string, Answer]): LostAnswer {
  return {
    place,
    label,
    ...(kind === 'text-field' && typeof value === 'string' && { words: value }),
  };
}

function readDraft(text: string | undefined): StoredDraft | undefined {
  const read = text === undefined ? UNREADABLE : readText(STORED_DRAFT, text);
  return read === UNREADABLE ? undefined : read;
}

/** Copies JSON like a reply: no inherited and no refused names. */
function copy(json: unknown): Value | null {
  if (Array.isArray(json)) return json.map(copy).filter((item) => item !== null);
  if (typeof json !== 'object') return json as string | number | boolean;
  if (json === null) return null;
  const record: { [name: string]: Value } = Object.create(null);
  for (const [name, member] of Object.entries(json)) {
    const value = isRefusedName(name) ? null : copy(member);
    if (value !== null) record[name] = value;
  }
  return record;
}
