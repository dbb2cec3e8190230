import { findForm } from '../runtime/lists.ts';
import { ActionFailure } from '../runtime/action.ts';
import type { Engine } from '../runtime/ports/engine.ts';
import type { FormsPort, Sender, SuppliedField } from '../runtime/ports/forms.ts';
import { Supply } from '../runtime/supply.ts';
import { statusPath, pathOfField } from '../runtime/tree-node.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isValue, readPath } from '../plan/value.ts';
import { awaitUploads } from './await-uploads.ts';
import { createChecks } from './checks.ts';
import { computeValue, keepComputed } from './compute.ts';
import { type Draft, type DraftHost, openDraft } from './drafts.ts';
import { createFormUploads } from './form-uploads.ts';
import {
  type Field,
  type FieldMap,
  type Form,
  type FormHost,
  type Part,
  areShown,
  isMap,
  isNest,
  isSame,
  partsOf,
  problemOf,
  readMap,
  emptyAtFirst,
  valueOf,
} from './form-state.ts';
import { createLibraryForm } from './library-form.ts';
import { awaitLists } from './option-lists.ts';
import { createNests } from './repeat.ts';
import { createSteps } from './steps.ts';
import { createRemoteChecks } from './remote.ts';
import { readText } from './text-values.ts';
import { isRequired, rulesNow } from './rules.ts';
import { createSending } from './sending.ts';

/**
 * The forms of a screen. A form lives for the visit, rendered or not. Its values are only in its react-hook-form
 * control. Every change is passed to `store.touch` as `form.<id>.<name>`, so that exactly its readers are recomputed.
 */
export function createForms(engine: Engine): FormsPort {
  const forms = new Map<string, Form>();
  const drafts = new Map<Form, Draft>();
  const draftHost: DraftHost = {
    fieldsOf,
    findField: findFieldOf,
    fill(form, values) {
      for (const [name, value] of values) {
        const uploads = form.uploads.get(name);
        if (uploads) uploads.give(Array.isArray(value) ? value : []);
        else write(form, name, value);
      }
      touch(form, values.keys());
    },
    tell: (form) => engine.store.touch([statusPath(form.id)]),
  };
  const checks = createChecks(engine, { fieldsOf, findField: findFieldOf, set, touch });
  const sending = createSending(engine, { fieldsOf, scopeOf: formScope });

  /** Forms of a part under `each` have the instance as name: `shelves[P7]/search`. */
  function find(id: string): Form | undefined {
    const known = forms.get(id);
    if (known) return known;
    const placed = findForm(engine.plan, id.replace(/\[[^\]]*\]/g, ''));
    if (!placed) return undefined;
    const form = makeForm(id, placed.plan);
    forms.set(id, form);
    keepComputed(hostOf(form));
    if (placed.plan.props?.['draft'] !== false) drafts.set(form, openDraft(engine, form, draftHost));
    return form;
  }

  function makeForm(id: string, plan: NodePlan): Form {
    const scope = (): Scope => {
      const node = engine.tree.find(id);
      return node ? engine.tree.scopeOf(node) : engine.scope;
    };
    const library = createLibraryForm({
      findProblem: (name) => checks.find(form, name),
      written: (name) => port.write(id, name, library.value(name)),
    });
    const form: Form = {
      id,
      parts: [],
      fields: new Map(),
      maps: new Map(),
      nests: undefined,
      library,
      plan,
      uploads: new Map(),
      hidden: undefined,
      dropped: new Set(),
      problems: undefined,
      unfollow: undefined,
      remote: undefined,
      sentBy: undefined,
      sentLast: undefined,
      step: 0,
      steps: undefined,
    };
    form.nests = createNests({
      form,
      enter: (fields) => enter(form, fields),
      leave: (names) => leave(form, names),
      set: (name, value) => set(form, name, value),
      touch: (names) => engine.store.batch(() => touch(form, names)),
      changed: (name) => drafts.get(form)?.changed(name),
    });
    form.parts = [
      ...partsOf(plan.slots, { prefix: '', shownWhen: [], scope, pointer: () => '' }, form.nests),
    ];
    form.maps = new Map(form.parts.flatMap((part) => (isMap(part) ? [[part.name, part] as const] : [])));
    const own = form.parts.filter((part): part is Field => !isMap(part) && !isNest(part));
    form.fields = new Map(own.map((field) => [field.name, field]));
    enter(form, own);
    if (engine.plan.uses.remote === true) form.remote = createRemoteChecks(hostOf(form));
    const tell = () => engine.store.touch([statusPath(form.id)]);
    form.steps = createSteps({
      ...hostOf(form),
      areShown,
      check: async (names) => {
        await form.remote?.settle(names);
        return (await checks.check(form, names)) === undefined;
      },
      tell,
      moved() {
        form.problems = undefined;
        drafts.get(form)?.changed('');
        tell();
      },
    });
    return form;
  }

  function enter(form: Form, fields: readonly Field[]): void {
    form.library.add(fields);
    for (const { name, plan } of fields) {
      const isUploader = plan.props?.['upload'] !== undefined;
      if (isUploader) form.uploads.set(name, createFormUploads(hostOf(form), name, plan));
    }
  }

  function leave(form: Form, names: readonly string[]): void {
    for (const name of names) {
      form.uploads.get(name)?.clear();
      form.uploads.delete(name);
    }
    form.library.forget(names);
  }

  /** The methods of a form for code in separate chunks. */
  function hostOf(form: Form): FormHost {
    return {
      engine,
      form,
      fields: () => fieldsOf(form),
      value: (name) => valueOf(form, name),
      set: (name, value) => set(form, name, value),
      hasProblem: (name) => problemOf(form, name) !== undefined,
      touch: (...names) => touch(form, names),
      changed: (name) => drafts.get(form)?.changed(name),
      save: saveDrafts,
    };
  }

  function saveDrafts(): void {
    for (const draft of drafts.values()) draft.save();
  }

  function need(id: string): Form {
    const form = find(id);
    if (!form) throw new ActionFailure({ kind: 'unsupported', code: 'form/unknown' });
    return form;
  }

  function formScope(form: Form): Scope {
    const node = engine.tree.find(form.id);
    return node ? engine.tree.scopeOf(node) : engine.scope;
  }

  function fieldOfMap(form: Form, map: FieldMap, supplied: SuppliedField): Field {
    const { name, plan, scope } = supplied;
    const full = `${map.name}.${name}`;
    return {
      name: full,
      plan,
      get initial() {
        return initialOf(supplied);
      },
      rulesNow: () => rulesNow(plan, scope),
      pointer: () => full,
      scope: () => scope,
      shownWhen: plan.visible === undefined ? map.shownWhen : [...map.shownWhen, plan.visible],
      isShown: () =>
        areShown(map.shownWhen, formScope(form)) &&
        areShown(plan.visible === undefined ? [] : [plan.visible], scope),
    };
  }

  function fieldsOf(form: Form): readonly Field[] {
    return form.parts.flatMap((part) =>
      isMap(part)
        ? [...part.fields.values()].map((field) => fieldOfMap(form, part, field))
        : isNest(part)
          ? part.nested()
          : [part],
    );
  }

  function findFieldOf(form: Form, name: string): Field | undefined {
    const dot = name.indexOf('.');
    const nested = form.nests?.field(name);
    if (nested !== undefined) return nested;
    if (dot < 0) {
      return form.fields.get(name);
    }
    const map = form.maps.get(name.slice(0, dot));
    const field = map?.fields.get(name.slice(dot + 1));
    return map && field && fieldOfMap(form, map, field);
  }

  function touch(form: Form, names: Iterable<string>): void {
    const all = [...names];
    for (const name of all) {
      form.nests?.forget(name);
      const dot = name.indexOf('.');
      const map = dot < 0 ? undefined : form.maps.get(name.slice(0, dot));
      if (map) map.values = undefined;
    }
    engine.store.touch(all.map((name) => pathOfField(form.id, name)));
  }

  /** Waits for the uploads, option lists and remote rules that validation needs. */
  async function settle(form: Form): Promise<void> {
    await awaitUploads(form, engine);
    await awaitLists(engine, fieldsOf(form));
    await form.remote?.settle(fieldsOf(form).map(({ name }) => name));
  }

  /** A server's choice left no field to fill in. */
  function isClosed(form: Form): boolean {
    const isEmpty = (part: Part) => isMap(part) && part.state === 'complete' && part.fields.size === 0;
    return (
      form.parts.some((part) => isMap(part) && part.state === 'blocked') ||
      (form.maps.size > 0 && form.parts.every(isEmpty))
    );
  }

  function findSent({ form, run }: Sender): Form | undefined {
    if (form !== undefined) return find(form);
    return run === undefined ? undefined : [...forms.values()].find(({ sentBy }) => sentBy === run);
  }

  function set(form: Form, name: string, value: Value | undefined): void {
    if (form.nests?.has(name) === true) form.nests.write(name, value);
    else form.library.set(name, value);
    // Rules apply on submit: while the person corrects a field, it shows no problem.
    form.library.clearProblem(name);
  }

  /** As `set`, for an edit by a person: the field becomes touched. */
  function write(form: Form, name: string, value: Value | undefined): void {
    if (form.nests?.has(name) === true) form.nests.write(name, value);
    form.library.write(name, form.nests?.has(name) === true ? form.library.value(name) : value);
    form.library.clearProblem(name);
  }

  function initialOf({ initial, plan, scope }: SuppliedField): Value | undefined {
    const result = initial === undefined ? undefined : evaluate(initial, scope);
    return readText(plan.type, result !== undefined && isValue(result) ? result : undefined);
  }

  const port: FormsPort = {
    async submit(id, run) {
      const form = need(id);
      if (form.sentBy !== undefined && form.sentBy !== run) return 'busy';
      sending.begin(form, run);
      await settle(form);
      // The run ended while we waited: the person left its screen.
      if (form.sentBy !== run) return 'busy';
      if (sending.isIncomplete(form)) return { kind: 'refused', code: 'form/incomplete' };
      // Validation replaces server problems of an earlier send, so they do not block this one.
      const problem = await checks.checkAndSend(form);
      if (problem !== undefined) return problem;
      sending.keepHidden(form);
      form.nests?.keepPlaces();
      return undefined;
    },
    async validate(id, names) {
      const form = need(id);
      const all = fieldsOf(form).map((field) => field.name);
      const isMeant = (name: string) =>
        names === undefined || names.some((meant) => name === meant || name.startsWith(`${meant}.`));
      const meant = all.filter(isMeant);
      await form.remote?.settle(meant);
      return checks.check(form, meant);
    },
    reset(id) {
      const form = need(id);
      form.hidden = undefined;
      drafts.get(form)?.forget();
      for (const uploads of form.uploads.values()) uploads.clear();
      form.remote?.clear();
      const fields = fieldsOf(form);
      const names = fields.map((field) => field.name);
      form.library.setDefaults(fields);
      form.library.reset();
      for (const field of fields) {
        if (field.compute !== undefined) set(form, field.name, computeValue(field));
      }
      form.nests?.reset();
      form.steps?.restart();
      engine.store.batch(() => {
        touch(form, names);
        checks.tell(form, new Map());
      });
    },
    read([, id = '', name = '', ...rest]) {
      const form = find(id);
      const map = form?.maps.get(name);
      if (form && map) return readMap(form, map, rest);
      if (!form || form.dropped.has(name)) return undefined;
      return readPath(valueOf(form, name), rest);
    },
    readSent(path) {
      const form = find(path[1] ?? '');
      if (!form) return undefined;
      if (form.nests?.has(path[2] ?? '') === true) form.nests.keepPlaces();
      return sending.read(form, () => port.read(path));
    },
    field(id, name) {
      const form = find(id);
      const field = form && findFieldOf(form, name);
      const rows = form?.nests?.rows(name);
      if (!form || !field) return { value: undefined, isRequired: false, ...(rows && { rows }) };
      const problem = problemOf(form, name);
      // The fields inside a group render themselves.
      const isNested = form.nests?.has(name) === true || rows !== undefined;
      const joint = isNested ? undefined : form.library.joint(name);
      const uploads = form.uploads.get(name)?.view;
      const remote = form.remote?.state(field);
      return {
        value: isNested ? undefined : valueOf(form, name),
        isRequired: isRequired(field.rulesNow()),
        ...(uploads === undefined ? {} : { uploads }),
        ...(joint === undefined ? {} : { joint }),
        ...(remote === undefined ? {} : { remote }),
        ...(rows === undefined ? {} : { rows }),
        ...(problem === undefined ? {} : { problem }),
      };
    },
    write(id, name, value, settled) {
      const form = find(id);
      const field = form && findFieldOf(form, name);
      if (!form || !field) return;
      const old = valueOf(form, name);
      const put = settled === undefined && field.compute === undefined ? write : set;
      put(form, name, field.compute === undefined ? emptyAtFirst(field, value) : computeValue(field));
      touch(form, [name]);
      if (field.compute !== undefined) return;
      if (settled === undefined) drafts.get(form)?.changed(name);
      else if (old !== undefined) drafts.get(form)?.refuse(field, old);
    },
    blame(problems, senders) {
      const form = senders.map(findSent).find((sent) => sent !== undefined);
      if (form) checks.blame(form, problems);
    },
    makeSupply: (plan, owner) => new Supply(plan, owner),
    supply(id, name, fields, state) {
      const form = find(id);
      const map = form?.maps.get(name);
      if (!form || !map) return;
      const wasClosed = isClosed(form);
      map.state = state;
      if (state === 'blocked' && !wasClosed) engine.store.touch([statusPath(id)]);
      // During a re-read the fields stay.
      if (state !== 'complete' && fields.length === 0 && map.fields.size > 0) return;
      const known = map.fields;
      map.fields = new Map(fields.map((field) => [field.name, field]));
      const changed: string[] = [];
      const left: string[] = [];
      for (const [field, gone] of known) {
        // A field of another type is a new field: its old value may be invalid and would be sent unseen.
        if (map.fields.get(field)?.plan.type === gone.plan.type) continue;
        const full = `${name}.${field}`;
        // Its problem is removed with its node; nothing else reads it.
        const old = valueOf(form, full);
        if (old !== undefined) changed.push(full);
        if (old !== undefined && form.library.isTouched(full)) {
          drafts.get(form)?.lose(fieldOfMap(form, map, gone), old);
        }
        left.push(full);
      }
      form.library.forget(left);
      const now = fields.map((field) => ({ name: `${name}.${field.name}`, initial: initialOf(field) }));
      const isKnown = (field: { readonly name: string }) => form.library.joint(field.name) !== undefined;
      const added = now.filter((field) => !isKnown(field));
      // Fields that a person edited keep their values; the others take the new ones of the reply.
      const others = now.filter(
        (field) =>
          isKnown(field) &&
          !form.library.isTouched(field.name) &&
          !isSame(field.initial, valueOf(form, field.name)),
      );
      form.library.add(added);
      form.library.setDefaults(others);
      for (const { name: other, initial } of others) set(form, other, initial);
      changed.push(
        ...[...others, ...added.filter(({ initial }) => initial !== undefined)].map((one) => one.name),
      );
      // The entries of the map may differ even if no value changed.
      map.values = undefined;
      if (form.steps || isClosed(form) !== wasClosed) engine.store.touch([statusPath(id)]);
      if (changed.length > 0) touch(form, changed);
      // A problem is removed with its field, and with its rule.
      if (form.problems) checks.review(form);
      drafts.get(form)?.arrange();
    },
    news(id) {
      const form = find(id);
      const draft = form && drafts.get(form)?.news;
      return {
        ...(form?.problems && { problems: form.problems }),
        ...(draft && { draft }),
        ...(form && isClosed(form) && { isClosed: true }),
        ...(form?.steps && { steps: form.steps.view }),
      };
    },
    rest(run, by) {
      for (const form of forms.values()) if (form.sentBy === run) sending.rest(form, by);
    },
    follow(run) {
      for (const form of forms.values()) {
        if (form.sentBy !== run.id) continue;
        drafts.get(form)?.follow(run);
        if (run.end === undefined) continue;
        sending.end(form);
      }
    },
    save: saveDrafts,
  };
  return port;
}
