import type { Followed } from '../runtime/ports/runner.ts';
import type { FormDraftStatus } from '../plan/draft.ts';
import type { Value } from '../plan/expression.ts';
import { type Answer, fits, isRows, isSensitive, toAnswer, toLost } from './draft-answer.ts';
import { DraftStorage } from './draft-storage.ts';
import type { Field } from './fields.ts';
import {
  type Draft,
  fieldsOf,
  findField,
  type Form,
  touch,
  touchStatus,
  valueOf,
  writeValue,
} from './form-state.ts';
import { hasBegun, isSent } from './is-sent.ts';

/** Stored drafts with more records are ignored: a person did not enter them. */
const MAX_ROWS = 50;
/** Debounce before a draft is stored, in ms. */
const DEBOUNCE_MS = 200;

/** The stored answers of a form: restored when it opens, stored after edits, removed when it was sent. */
export class FormDraft implements Draft {
  private readonly form: Form;
  private readonly storage: DraftStorage;
  /** Restored answers, by pointer, whose field does not exist yet or was removed. */
  private readonly waiting: Map<string, Answer>;
  private readonly lost = new Map<string, Answer>();
  /**
   * Answers that are not restored because they are sensitive, by field name. Not by pointer: the pointers of a record
   * change when other records are removed.
   */
  private readonly again = new Map<string, Answer>();
  /** Restored fields that the person has not edited since. */
  private readonly given = new Set<string>();
  /**
   * Pointers of answers that are lost for this visit, for example a choice whose option disappeared. They are
   * not restored again, even if the field returns.
   */
  private readonly refused = new Set<string>();
  /** Names of fields whose values were sent. The draft contains only later edits. */
  private readonly sent = new Set<string>();
  /** Names of fields that were edited after the form's request was made. */
  private readonly writtenMeanwhile = new Set<string>();
  private isGivenBack = false;
  private cancelSave: (() => void) | undefined;
  private status: FormDraftStatus | undefined;

  constructor(form: Form) {
    this.form = form;
    this.storage = new DraftStorage(form);
    const { answers = {}, step } = this.storage.read() ?? {};
    this.waiting = new Map(Object.entries(answers));
    if (step !== undefined) {
      form.step = step;
      touchStatus(form);
    }
    this.arrange();
  }

  news(): FormDraftStatus | undefined {
    return this.status;
  }

  arrange(): void {
    const { form, waiting, lost } = this;
    if (waiting.size === 0 && lost.size === 0) return;
    this.restoreRows();
    const fields = new Map(fieldsOf(form).map((field) => [field.pointer(), field]));
    const values = new Map<string, Value | undefined>();
    for (const [place, answer] of [...waiting, ...lost]) {
      if (this.refused.has(place)) continue;
      const field = fields.get(place);
      // A computed field takes no stored value, and its stored value does not count as lost.
      const isFree =
        field !== undefined && field.compute === undefined && !form.library.isTouched(field.name);
      if (field === undefined ? !this.isAwaited(place) : isFree && !fits(field, answer)) {
        waiting.delete(place);
        lost.set(place, answer);
      } else if (field !== undefined) {
        waiting.delete(place);
        lost.delete(place);
        const [kind, label, value] = answer;
        if (!isFree) continue;
        if (value === undefined || isSensitive(field)) this.again.set(field.name, [kind, label]);
        else values.set(field.name, value ?? undefined);
      }
    }
    for (const name of values.keys()) this.given.add(name);
    if (values.size > 0) {
      giveBack(form, values);
      this.isGivenBack = true;
    }
    this.updateStatus();
  }

  /** @param name - Empty if the person changed the step, which is no edit. */
  changed(name: string): void {
    if (name !== '') {
      this.sent.delete(name);
      if (this.form.sentBy !== undefined) this.writtenMeanwhile.add(name);
    }
    this.given.clear();
    const field = findField(this.form, name);
    const place = field === undefined ? name : field.pointer();
    this.refused.delete(place);
    const isTold = this.again.delete(name) || this.lost.delete(place);
    if (this.forgetRemoved(field) || isTold) this.updateStatus();
    this.saveSoon();
  }

  lose(field: Field, value: Value): void {
    const answer = toAnswer(field, value);
    if (answer === undefined) return;
    this.refused.add(field.pointer());
    this.lost.set(field.pointer(), answer);
    this.form.library.untouch(field.name);
    this.updateStatus();
  }

  refuse(field: Field, value: Value): void {
    if (this.given.delete(field.name)) this.lose(field, value);
  }

  save(): void {
    if (this.cancelSave === undefined) this.storage.removeIfOld();
    else {
      this.stopSaving();
      this.storage.write(this.form.step, this.gather());
    }
  }

  forget(): void {
    this.writtenMeanwhile.clear();
    this.remove();
  }

  follow(run: Followed): void {
    const { id } = this.form;
    if (isSent(run, id)) this.forgetSent();
    // The request is still to be sent, and will include all edits so far.
    else if (!hasBegun(run, id)) this.writtenMeanwhile.clear();
  }

  /** Adds the stored number of records to repeating groups, so that the answers in them have fields. */
  private restoreRows(): void {
    const { form, waiting } = this;
    const list = fieldsOf(form).find(
      (field) => isRows(field) && typeof waiting.get(field.pointer())?.[2] === 'number',
    );
    if (list === undefined) return;
    const place = list.pointer();
    const count = Math.min(Number(waiting.get(place)?.[2]), MAX_ROWS);
    waiting.delete(place);
    if (!this.isWritten(list))
      giveBack(form, new Map([[list.name, Array.from({ length: count }, () => ({}))]]));
    // Records may contain repeating groups.
    this.restoreRows();
  }

  /** Whether the person edited the field, or a field in it, since it was sent. */
  private isWritten({ name }: Field): boolean {
    return this.form.library
      .touched()
      .some((other) => !this.sent.has(other) && (other === name || other.startsWith(`${name}.`)));
  }

  /** Whether a server may still add a field with this pointer. */
  private isAwaited(place: string): boolean {
    const map = this.form.maps.get(place.split('.')[0] ?? '');
    return map !== undefined && map.state !== 'complete';
  }

  private updateStatus(): void {
    const { form, again, lost, isGivenBack } = this;
    const hasNews = isGivenBack || lost.size > 0 || again.size > 0;
    this.status = hasNews
      ? {
          isKept: isGivenBack,
          again: [...new Set([...again.values()].map(([, label]) => label))],
          lost: [...lost].map(toLost),
          startOver: () => form.engine.forms.reset(form.id),
        }
      : undefined;
    touchStatus(form);
  }

  private gather(): { readonly [place: string]: Answer } {
    const { form } = this;
    const answers = new Map<string, Answer>([...this.waiting, ...this.lost]);
    for (const field of fieldsOf(form)) {
      const { name } = field;
      const isHere = isRows(field)
        ? this.isWritten(field)
        : (form.library.isTouched(name) || form.edits?.isKept(name)) && !this.sent.has(name);
      const answer = isHere ? toAnswer(field, valueOf(form, name)) : this.again.get(name);
      if (answer !== undefined) answers.set(field.pointer(), answer);
    }
    return Object.fromEntries(answers);
  }

  private saveSoon(): void {
    this.cancelSave ??= this.form.engine.services.clock.after(DEBOUNCE_MS, () => this.save());
  }

  private stopSaving(): void {
    this.cancelSave?.();
    this.cancelSave = undefined;
  }

  private remove(): void {
    this.stopSaving();
    for (const known of [this.waiting, this.lost, this.again, this.given, this.refused, this.sent])
      known.clear();
    this.isGivenBack = false;
    this.storage.remove();
    if (this.status !== undefined) this.updateStatus();
  }

  /** Removes the sent answers from the draft; later edits stay. */
  private forgetSent(): void {
    this.remove();
    for (const name of this.form.library.touched()) {
      if (!this.writtenMeanwhile.has(name)) this.sent.add(name);
    }
    if (this.writtenMeanwhile.size > 0) this.saveSoon();
  }

  /** Answers in a removed record are no loss. */
  private forgetRemoved(list: Field | undefined): boolean {
    if (list === undefined || !isRows(list)) return false;
    const gone = [...this.again.keys()].filter((name) => findField(this.form, name) === undefined);
    for (const name of gone) this.again.delete(name);
    return gone.length > 0;
  }
}

/** Writes restored values as if the person had entered them. */
function giveBack(form: Form, values: ReadonlyMap<string, Value | undefined>): void {
  for (const [name, value] of values) {
    const uploads = form.uploads.get(name);
    if (uploads) uploads.give(Array.isArray(value) ? value : []);
    else writeValue(form, name, value);
  }
  touch(form, values.keys());
}
