import * as v from 'valibot';
import type { Engine, Followed } from '../live/ports.ts';
import { fingerprint } from '../live/fingerprint.ts';
import { readText, UNREADABLE } from '../live/page-storage.ts';
import { STORED_TIME } from '../live/stored-value.ts';
import type { DraftNews, LostAnswer } from '../plan/draft.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isRecord, isRefusedName } from '../plan/value.ts';
import { type Field, type Form, valueOf } from './form-state.ts';
import { hasBegun, isSent } from './is-sent.ts';

const PREFIX = 'capiz/draft/';
const MOST_MS = 24 * 3_600_000;
/** What nobody has written by hand is not believed: so many records has no list. */
const MOST_ROWS = 50;
/** How long a change may wait for the next one. */
const WAIT_MS = 200;
/** In UTF-16 units: one form does not fill the store of the whole origin. */
const MOST_UNITS = 262_144;
/** Of a label, which a service may have made as long as it likes: what somebody wrote has the room. */
const MOST_OF_LABEL = 200;
/** What a text field is for, where its value is nobody else's matter. */
const SENSITIVE_PURPOSES: readonly unknown[] = ['account', 'one-time-code'];

/**
 * One field of a draft: its widget, its label, and its value. Null was emptied; without the third it was
 * filled in with what is never stored. Of a repeating group the value is how many records it has; what is in
 * them are answers of their own.
 */
type Answer = readonly [kind: string, label: string, value?: Value | null];
const ANSWER: v.GenericSchema<unknown, Answer> = v.union([
  v.strictTuple([v.string(), v.string()]),
  v.tuple([v.string(), v.string(), v.pipe(v.unknown(), v.transform(copy))]),
]);

/**
 * Drops only the entries that cannot be read, so the person fills in only those fields again. `v.record` would also drop
 * a field called `constructor`, which an earlier release may have.
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
  /** When it was last written, milliseconds since the epoch. */
  at: STORED_TIME,
  step: v.exactOptional(v.number()),
  /** By the place of the field: its name, in a record `incomes/0/amount`. */
  answers: ANSWERS,
});
type StoredDraft = Readonly<v.InferOutput<typeof STORED_DRAFT>>;

/** What a draft asks of the form that it belongs to. */
export interface DraftHost {
  fieldsOf(form: Form): readonly Field[];
  findField(form: Form, name: string): Field | undefined;
  /** Puts values into fields, as if somebody had written them. */
  fill(form: Form, values: ReadonlyMap<string, Value | undefined>): void;
  /** The news are others now. */
  tell(form: Form): void;
}

/** The draft of one form: what somebody wrote in it, on the device. */
export interface Draft {
  readonly news: DraftNews | undefined;
  /** The form's fields became others: what waits for one of them is given to it. */
  arrange(): void;
  /** Somebody wrote a field. It is stored a moment later. */
  changed(name: string): void;
  /** A field goes, with what was written in it. */
  lose(field: Field, value: Value): void;
  /** A choice has no such option: where the draft gave it, that is a loss. */
  refuse(field: Field, value: Value): void;
  /** Stores what is not stored yet. */
  save(): void;
  forget(): void;
  /** The run that sends the form has come to its next action: when what it was for is done, the draft goes. */
  follow(run: Followed): void;
}

export function openDraft(engine: Engine, form: Form, host: DraftHost): Draft {
  const { clock, storage } = engine.services;
  const place = placeOf(engine, form);
  /** Given back, but without a place in the form yet, or any more. */
  const waiting = new Map<string, Answer>();
  const lost = new Map<string, Answer>();
  /** By name: a record keeps it when others go. */
  const again = new Map<string, Answer>();
  /** Given back, and nobody has written since. */
  const given = new Set<string>();
  /** Lost for this visit, although the field is there or may come again: a choice without that option. */
  const refused = new Set<string>();
  /** Names of fields whose values were sent: a draft holds what was written since. */
  const sent = new Set<string>();
  /** Names of fields that were written since the form's request was made. */
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
    sweep();
    const stored = attempt(() => readDraft(storage.device.get(place)));
    if (stored === undefined) return;
    storedAt = stored.at;
    for (const [name, answer] of Object.entries(stored.answers)) waiting.set(name, answer);
    if (stored.step === undefined) return;
    form.step = stored.step;
    host.tell(form);
  }

  /** Drafts that are too old, or another person's, go, whosever form they are of. */
  function sweep(): void {
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
    giveRows();
    const fields = new Map(host.fieldsOf(form).map((field) => [field.pointer(), field]));
    const values = new Map<string, Value | undefined>();
    for (const [place, answer] of [...waiting, ...lost]) {
      if (refused.has(place)) continue;
      const field = fields.get(place);
      // What is computed takes nothing back, and is no loss.
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

  /** Lists get as many records as they had: only then what was in those has a place. */
  function giveRows(): void {
    const list = host
      .fieldsOf(form)
      .find((field) => isRows(field) && typeof waiting.get(field.pointer())?.[2] === 'number');
    if (list === undefined) return;
    const place = list.pointer();
    const count = Math.min(Number(waiting.get(place)?.[2]), MOST_ROWS);
    waiting.delete(place);
    if (!isWritten(list)) host.fill(form, new Map([[list.name, Array.from({ length: count }, () => ({}))]]));
    // Records have lists of their own.
    giveRows();
  }

  /** Whether somebody wrote it, or something in it. */
  function isWritten({ name }: Field): boolean {
    return form.library
      .touched()
      .some((other) => !sent.has(other) && (other === name || other.startsWith(`${name}.`)));
  }

  /** Whether a field at that place may still come from a server. */
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
      // Nobody wrote in it for a day, and the page is still there.
      if (storedAt !== undefined && isOld(storedAt)) sweep();
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
    if (text.length > MOST_UNITS) engine.report('draft/too-long', undefined, form.plan.id);
    else attempt(() => store(text));
  }

  function store(text: string): void {
    try {
      storage.device.set(place, text);
    } catch {
      // Full: what is being written matters more than other forms' drafts.
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

  /** What was sent is no draft any more; what was written since then still is. */
  function forgetSent(): void {
    remove();
    for (const name of form.library.touched()) if (!writtenMeanwhile.has(name)) sent.add(name);
    if (writtenMeanwhile.size > 0) cancel = clock.after(WAIT_MS, save);
  }

  /** Going to another step writes nothing. */
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

  /** What was in a record that is taken away need not be filled in again. */
  function forgetGone(list: Field | undefined): boolean {
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
      if (forgetGone(field) || isTold) tell();
      cancel ??= clock.after(WAIT_MS, save);
    },
    lose: letGo,
    refuse(field, value) {
      if (given.delete(field.name)) letGo(field, value);
    },
    save,
    forget,
    follow(run) {
      if (isSent(run, form.id)) forgetSent();
      // The next request takes what was written before it.
      else if (!hasBegun(run, form.id)) writtenMeanwhile.clear();
    },
  };
}

/** `capiz/draft/<screen>/<form>`, and for a screen that is about something, what that is. */
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

/** What of a field is stored; undefined where there is nothing to be kept. */
function toAnswer(field: Field, value: Value | undefined): Answer | undefined {
  const label = evaluate(field.plan.props?.['label'] ?? '', field.scope());
  const named = [kindOf(field.plan), typeof label === 'string' ? label.slice(0, MOST_OF_LABEL) : ''] as const;
  if (isRows(field)) return [...named, Array.isArray(value) ? value.length : 0];
  if (!isSensitive(field)) return [...named, value ?? null];
  return value === undefined || value === '' ? undefined : named;
}

/** Uncertain is sensitive; so are photos and files of which nobody says otherwise. */
function isSensitive(field: Field): boolean {
  const { plan } = field;
  const { sensitive = plan.type === 'photos' || plan.type === 'files', purpose = '' } = plan.props ?? {};
  const scope = field.scope();
  return evaluate(sensitive, scope) !== false || SENSITIVE_PURPOSES.includes(evaluate(purpose, scope));
}

/** A number is another kind of answer where it counts something else: 5 pieces are no 5 centavos. */
function kindOf({ type, props }: NodePlan): string {
  const number = type === 'number-field' ? props?.['number'] : undefined;
  return typeof number === 'string' ? `${type}/${number}` : type;
}

/** Whether a value may stand in a field as it is now. A choice sees for itself whether it has the option. */
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

/** As replies are read: nothing inherited, and nothing by a refused name. */
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
