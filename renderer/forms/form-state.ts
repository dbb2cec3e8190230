import type { Engine } from '../runtime/ports/engine.ts';
import type { FieldRows, RemoteState } from '../runtime/ports/field-state.ts';
import type { Followed } from '../runtime/ports/runner.ts';
import type { FormProblems } from '../runtime/live.ts';
import { pathOfField, statusPath } from '../runtime/tree-node.ts';
import type { FormDraftStatus } from '../plan/draft.ts';
import type { EditsView } from '../plan/edits.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Uploads } from '../plan/uploads.ts';
import { isEqual } from '../plan/value.ts';
import { type Field, type FieldMap, fieldOfMap, fieldsIn, type Part } from './fields.ts';
import type { LibraryForm } from './library-form.ts';
import type { Nests } from './nests.ts';
import type { Rule } from './rules.ts';

export interface Form {
  readonly engine: Engine;
  readonly id: string;
  /** In document order; a map is at the position of its fields. */
  parts: readonly Part[];
  /** Fields outside maps and nests, by name, for access without a search. */
  fields: ReadonlyMap<string, Field>;
  maps: ReadonlyMap<string, FieldMap>;
  readonly nests: Nests;
  readonly plan: NodePlan;
  readonly library: LibraryForm;
  /** The uploads of each upload field, by name. */
  readonly uploads: Map<string, FieldUploads>;
  /** Undefined for a form that is not stored, and while its draft is restored. */
  draft: Draft | undefined;
  /**
   * Names of the fields that were hidden at the last validation; the sending list does not read them.
   * Undefined: not validated yet.
   */
  hidden: ReadonlySet<string> | undefined;
  /** Fields that reads skip now: the hidden ones while the sending list reads the form, else none. */
  dropped: ReadonlySet<string>;
  problems: FormProblems | undefined;
  /** Stops the watching of problems. */
  unfollow: (() => void) | undefined;
  /** Remote validation of its fields. */
  remote: RemoteChecks | undefined;
  /** Undefined if the plan needs none of it. */
  edits: FormEdits | undefined;
  /** The sending run. Until it ends no other run sends the form. */
  sentBy: string | undefined;
  /** Id of the last run that sent the form, successful or not. */
  sentLast: string | undefined;
  /** Index of the step that was requested last. */
  step: number;
  /** Undefined for a form without steps. */
  steps: FormSteps | undefined;
}

/** The photos or files of a field: `uploads.ts`. */
export interface FieldUploads {
  /** For the widget. */
  readonly view: Uploads;
  /** Addresses of the uploaded items, in order. The same array until it changes; absent if empty. */
  readonly value: Value | undefined;
  /** The problem while an item that the person added is not uploaded: the form cannot be sent. */
  readonly problem: string | undefined;
  /** Number of uploaded items and of all items; undefined while no upload is running. */
  readonly underWay: { readonly done: number; readonly count: number } | undefined;
  /** Restores items that are uploaded already. */
  give(urls: readonly unknown[]): void;
  /** Aborts all uploads and removes all items. */
  clear(): void;
}

/** The stored draft of a form: `drafts.ts`. */
export interface Draft {
  news(): FormDraftStatus | undefined;
  /** The form's fields changed: restores waiting answers into new fields. */
  arrange(): void;
  /** The person edited a field. Stored after a debounce. */
  changed(name: string): void;
  /** Called when a field with a value is removed. */
  lose(field: Field, value: Value): void;
  /** A choice does not offer this option. If the value came from the draft, it is lost. */
  refuse(field: Field, value: Value): void;
  /** Stores pending changes. */
  save(): void;
  forget(): void;
  /** Called after each step of the run that sends the form. Removes the draft once the form was sent. */
  follow(run: Followed): void;
}

/** Validation of field values at services: `remote.ts`. */
export interface RemoteChecks {
  /** The message of a remote rule for the current value. */
  findProblem(rule: Rule): string | undefined;
  /** Undefined for a field without remote rules. */
  state(field: Field): RemoteState | undefined;
  /**
   * Sends pending requests at once and failed ones again; the fields show meanwhile that they are being checked.
   * Resolves when all requests ended, also after a failure.
   */
  settle(names: readonly string[]): Promise<void>;
  /** Aborts all requests and forgets all answers. */
  clear(): void;
}

/** What a form for editing needs: `edits.ts`, a separate chunk. */
export interface FormEdits {
  /**
   * Computes the initial values again, and sets the fields that nobody has changed. Does nothing while the form is sent.
   * @param isReset - The repeating groups are empty.
   */
  fill(isReset?: true): void;
  /** A draft stores the field although nobody has changed it: it is in a changed list that began with data. */
  isKept(name: string): boolean;
  /** Waits for the data of initial values, and reads it again after a failure. @returns whether all of it is there. */
  awaitInitial(): Promise<boolean>;
  /** Paths whose readers are notified of each change in the form. */
  readonly paths: readonly string[];
  /** The person wrote a field. */
  written(name: string): void;
  /** The operations on a record that can be moved; undefined for everything else. The same object until they change. */
  rows(name: string): FieldRows | undefined;
  /** The message of a rule `unique` that the field of a record breaks. */
  findDuplicate(name: string): string | undefined;
  /** The message of the first rule without `blocks` that the field breaks. */
  warning(name: string): string | undefined;
  /** For the form's widget. The same object until it changes. */
  readonly view: EditsView;
  /** `isChanged` or `changes`; undefined for another name, or if a field has the name. */
  read(name: string): Value | undefined;
}

/** The steps of a form: `steps.ts`. */
export interface FormSteps {
  /** The same object until it changes. */
  view(): StepsView | undefined;
  /** Shows the step that contains this field. */
  show(name: string): void;
  /** Goes to the first step. */
  restart(): void;
}

export function scopeOf({ engine, id }: Form): Scope {
  const node = engine.tree.find(id);
  return node ? engine.tree.scopeOf(node) : engine.scope;
}

/** All current fields, in order. */
export function fieldsOf(form: Form): readonly Field[] {
  return fieldsIn(form.parts);
}

export function findField(form: Form, name: string): Field | undefined {
  const nested = form.nests.fields.get(name);
  if (nested !== undefined) return nested;
  const map = mapOf(form, name);
  if (map === undefined) return form.fields.get(name);
  const field = map.fields.get(name.slice(map.name.length + 1));
  return field && fieldOfMap(map, field);
}

/** The map that contains a field with this name. */
function mapOf(form: Form, name: string): FieldMap | undefined {
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : form.maps.get(name.slice(0, dot));
}

export function valueOf(form: Form, name: string): Value | undefined {
  const nest = form.nests.get(name);
  if (nest === undefined) return form.library.value(name);
  return form.dropped.has(name) ? undefined : nest.value();
}

/** Sets a value without notifying its readers. */
export function setValue(form: Form, name: string, value: Value | undefined): void {
  const nest = form.nests.get(name);
  if (nest === undefined) form.library.set(name, value);
  else nest.write(value);
  // Rules apply on submit: while the person corrects a field, it shows no problem.
  form.library.clearProblem(name);
}

/** As `setValue`, for an edit by a person: the field becomes touched. */
export function writeValue(form: Form, name: string, value: Value | undefined): void {
  const nest = form.nests.get(name);
  nest?.write(value);
  form.library.write(name, nest === undefined ? value : form.library.value(name));
  form.library.clearProblem(name);
}

/** Notifies the readers of these fields. */
export function touch(form: Form, names: Iterable<string>): void {
  const all = [...names];
  for (const name of all) {
    form.nests.forgetValues(name);
    const map = mapOf(form, name);
    if (map) map.values = undefined;
  }
  const paths = all.map((name) => pathOfField(form.id, name));
  form.engine.store.touch(form.edits === undefined ? paths : [...paths, ...form.edits.paths]);
}

/** Notifies the readers of the form's status. */
export function touchStatus({ engine, id }: Form): void {
  engine.store.touch([statusPath(id)]);
}

export function problemOf(form: Form, name: string): string | undefined {
  return form.library.problem(name);
}

/**
 * Clearing a text makes a field without an initial value absent again; a field with one gets an empty text.
 */
export function emptyAtFirst({ initial }: Field, value: Value | undefined): Value | undefined {
  return value === '' && initial === undefined ? undefined : value;
}

/** Compares by content, because the library copies values. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isEqual(one, other, () => {}));
}
