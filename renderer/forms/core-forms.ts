import type { FormStatus } from '../runtime/live.ts';
import { findForm } from '../runtime/lists.ts';
import { ActionFailure } from '../runtime/action.ts';
import type { Engine } from '../runtime/ports/engine.ts';
import type { FieldState } from '../runtime/ports/field-state.ts';
import type { FormsPort, Sender } from '../runtime/ports/forms.ts';
import { Supply } from '../runtime/supply.ts';
import type { Result } from '../plan/expression.ts';
import type { ActionError } from '../plan/problem.ts';
import { readPath } from '../plan/value.ts';
import { blame, checkFields, showProblems } from './checks.ts';
import { computeValue, keepComputed } from './compute.ts';
import { createForm, writeField } from './create-form.ts';
import { FormDraft } from './drafts.ts';
import {
  fieldsOf,
  findField,
  type Form,
  type FormEdits,
  type FormSteps,
  problemOf,
  setValue,
  touch,
  valueOf,
} from './form-state.ts';
import { resetRepeats } from './repeat.ts';
import { isRequired } from './rules.ts';
import { countBusy, endSending, readSent, submitForm } from './sending.ts';
import { isClosed, readMap, supplyFields } from './supplied.ts';

/** Code that only some plans need. */
interface FormParts {
  readonly createSteps?: (form: Form) => FormSteps | undefined;
  readonly makeEdits?: (form: Form) => FormEdits;
}

/**
 * The forms of a screen. A form lives for the visit, rendered or not. Its values are only in its react-hook-form
 * control. Every change is passed to `store.touch` as `form.<id>.<name>`, so that exactly its readers are recomputed.
 *
 * @param parts - Code that only some plans need, for steps and for editing: see `edit-forms.ts`.
 */
export function createForms(engine: Engine, { createSteps, makeEdits }: FormParts = {}): FormsPort {
  const forms = new Map<string, Form>();

  /** Forms of a part under `each` have the instance as name: `shelves[P7]/search`. */
  function find(id: string): Form | undefined {
    const known = forms.get(id);
    if (known) return known;
    const placed = findForm(engine.plan, id.replace(/\[[^\]]*\]/g, ''));
    if (!placed) return undefined;
    const form = createForm(engine, id, placed.plan, createSteps);
    forms.set(id, form);
    form.edits = makeEdits?.(form);
    keepComputed(form);
    if (placed.plan.props?.['draft'] !== false) form.draft = new FormDraft(form);
    return form;
  }

  function need(id: string): Form {
    const form = find(id);
    if (!form) throw new ActionFailure({ kind: 'unsupported', code: 'form/unknown' });
    return form;
  }

  function findSent({ form, run }: Sender): Form | undefined {
    if (form !== undefined) return find(form);
    return run === undefined ? undefined : [...forms.values()].find(({ sentBy }) => sentBy === run);
  }

  return {
    submit: async (id, run) => submitForm(need(id), run),
    validate: async (id, names) => validate(need(id), names),
    reset: (id) => reset(need(id)),
    read(path) {
      const form = find(path[1] ?? '');
      return form && read(form, path);
    },
    readSent(path) {
      const form = find(path[1] ?? '');
      if (!form) return undefined;
      if (form.nests.get(path[2] ?? '') !== undefined) form.nests.keepPointers();
      return readSent(form, () => read(form, path));
    },
    field(id, name) {
      const form = find(id);
      return form === undefined ? { value: undefined, isRequired: false } : stateOf(form, name);
    },
    write(id, name, value, settled) {
      const form = find(id);
      if (form) writeField(form, name, value, settled);
    },
    blame(problems, senders) {
      const form = senders.map(findSent).find((sent) => sent !== undefined);
      if (form) blame(form, problems);
    },
    makeSupply: (plan, owner) => new Supply(plan, owner),
    supply(id, name, fields, state) {
      const form = find(id);
      const map = form?.maps.get(name);
      if (form && map) supplyFields(form, map, fields, state);
    },
    news(id) {
      const form = find(id);
      return form === undefined ? {} : statusOf(form);
    },
    rest(run, by) {
      for (const form of forms.values()) if (form.sentBy === run) countBusy(form, by);
    },
    follow(run) {
      for (const form of forms.values()) {
        if (form.sentBy !== run.id) continue;
        form.draft?.follow(run);
        if (run.end !== undefined) endSending(form);
      }
    },
    save() {
      for (const { draft } of forms.values()) draft?.save();
    },
  };
}

/** @param names - Fields, or groups of them; undefined for all. */
function validate(form: Form, names: readonly string[] | undefined): Promise<ActionError | undefined> {
  const isMeant = (name: string) =>
    names === undefined || names.some((meant) => name === meant || name.startsWith(`${meant}.`));
  const all = fieldsOf(form).map(({ name }) => name);
  return checkFields(form, all.filter(isMeant));
}

function reset(form: Form): void {
  form.hidden = undefined;
  form.draft?.forget();
  for (const uploads of form.uploads.values()) uploads.clear();
  form.remote?.clear();
  const fields = fieldsOf(form);
  form.library.setDefaults(fields);
  form.library.reset();
  for (const field of fields) {
    if (field.compute !== undefined) setValue(form, field.name, computeValue(field));
  }
  resetRepeats(form);
  form.edits?.fill(true);
  form.steps?.restart();
  form.engine.store.batch(() => {
    touch(
      form,
      fields.map(({ name }) => name),
    );
    showProblems(form, new Map());
  });
}

function read(form: Form, [, , name = '', ...rest]: readonly string[]): Result {
  const map = form.maps.get(name);
  if (map) return readMap(form, map, rest);
  return form.dropped.has(name) ? undefined : readPath(valueOf(form, name) ?? form.edits?.read(name), rest);
}

function stateOf(form: Form, name: string): FieldState {
  const field = findField(form, name);
  const nest = form.nests.get(name);
  const rows = form.edits?.rows(name) ?? nest?.rows;
  if (!field) return { value: undefined, isRequired: false, ...(rows && { rows }) };
  const problem = problemOf(form, name);
  // The fields inside a group render themselves.
  const value = nest === undefined ? valueOf(form, name) : undefined;
  const joint = nest === undefined ? form.library.joint(name) : undefined;
  const uploads = form.uploads.get(name)?.view;
  const remote = form.remote?.state(field);
  const warning = form.edits?.warning(name);
  return {
    value,
    isRequired: isRequired(field.rulesNow()),
    ...(uploads === undefined ? {} : { uploads }),
    ...(joint === undefined ? {} : { joint }),
    ...(remote === undefined ? {} : { remote }),
    ...(rows === undefined ? {} : { rows }),
    ...(problem === undefined ? {} : { problem }),
    ...(warning && { warning }),
  };
}

function statusOf(form: Form): FormStatus {
  const draft = form.draft?.news();
  return {
    ...(form.problems && { problems: form.problems }),
    ...(draft && { draft }),
    ...(form.edits && { edits: form.edits.view }),
    ...(isClosed(form) && { isClosed: true }),
    ...(form.steps && { steps: form.steps.view }),
  };
}
