import { findForm } from '../live/lists.ts';
import { ActionFailure } from '../live/action.ts';
import type { Engine, FormsPort, Sender, SuppliedField } from '../live/ports.ts';
import { Supply } from '../live/supply.ts';
import { newsPath, pathOfField } from '../live/tree-node.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { ActionError } from '../plan/problem.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isEqual, isValue, readPath } from '../plan/value.ts';
import { awaitUploads } from './await-uploads.ts';
import { createChecks } from './checks.ts';
import { keepComputed } from './compute.ts';
import { createControl } from './control.ts';
import { type Draft, type DraftHost, openDraft } from './drafts.ts';
import { createFormUploads } from './form-uploads.ts';
import {
  type Field,
  type FieldMap,
  type Form,
  type FormDoors,
  type Part,
  areShown,
  isMap,
  isNest,
  partsOf,
  problemOf,
  readMap,
  emptyAtFirst,
  valueOf,
} from './form-state.ts';
import { awaitLists, hasList } from './option-lists.ts';
import { createNests } from './repeat.ts';
import { createSteps } from './steps.ts';
import { createRemoteChecks } from './remote.ts';
import { readText } from './text-values.ts';
import { isRequired, rulesNow } from './rules.ts';
import { createSending } from './sending.ts';

/**
 * The forms of a screen. A form lives for the visit, drawn or not; its values live in its
 * control and nowhere else, and every change of one is told to the store under
 * `form.<id>.<name>`, so that exactly its readers are computed again.
 */
export function createForms(engine: Engine): FormsPort {
  const forms = new Map<string, Form>();
  const drafts = new Map<Form, Draft>();
  const draftHost: DraftHost = {
    fieldsOf,
    findField: findFieldOf,
    fill(form, values) {
      for (const [name, value] of values) {
        form.touched.add(name);
        const uploads = form.uploads.get(name);
        if (uploads) uploads.give(Array.isArray(value) ? value : []);
        else set(form, name, value);
      }
      touch(form, values.keys());
    },
    tell: (form) => engine.store.touch([newsPath(form.id)]),
  };
  const checks = createChecks(engine, { fieldsOf, findField: findFieldOf, set, touch });
  const sending = createSending(engine, { fieldsOf, scopeOf: formScope });

  /** Forms of a part under `each` are named by their instance: `shelves[P7]/search`. */
  function find(id: string): Form | undefined {
    const known = forms.get(id);
    if (known) return known;
    const placed = findForm(engine.plan, id.replace(/\[[^\]]*\]/g, ''));
    if (!placed) return undefined;
    const form = makeForm(id, placed.plan);
    forms.set(id, form);
    keepComputed(doorsOf(form));
    if (placed.plan.props?.['draft'] !== false) drafts.set(form, openDraft(engine, form, draftHost));
    return form;
  }

  function makeForm(id: string, plan: NodePlan): Form {
    const scope = (): Scope => {
      const node = engine.tree.find(id);
      return node ? engine.tree.scopeOf(node) : engine.scope;
    };
    const control = createControl();
    const form: Form = {
      id,
      parts: [],
      fields: new Map(),
      maps: new Map(),
      nests: undefined,
      control,
      plan,
      uploads: new Map(),
      touched: new Set(),
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
      enter: (field) => enter(form, field),
      leave: (name) => leave(form, name),
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
    for (const field of own) enter(form, field);
    if (engine.plan.uses.remote === true) form.remote = createRemoteChecks(doorsOf(form));
    const tell = () => engine.store.touch([newsPath(form.id)]);
    form.steps = createSteps({
      ...doorsOf(form),
      areShown,
      check: async (names) => (await checkLater(form, names)) === undefined,
      tell,
      moved() {
        form.problems = undefined;
        drafts.get(form)?.changed('');
        tell();
      },
    });
    return form;
  }

  function enter(form: Form, { name, plan, initial }: Field): void {
    const isUploader = plan.props?.['upload'] !== undefined;
    if (isUploader) form.uploads.set(name, createFormUploads(doorsOf(form), name, plan));
    if (initial !== undefined) set(form, name, initial);
  }

  function leave(form: Form, name: string): void {
    form.uploads.get(name)?.clear();
    form.uploads.delete(name);
    form.control.forget(name);
    form.touched.delete(name);
  }

  /** What code that comes apart does with a form. */
  function doorsOf(form: Form): FormDoors {
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

  async function checkLater(form: Form, names: readonly string[]): Promise<ActionError | undefined> {
    await form.remote?.settle(names);
    return checks.check(form, names);
  }

  /** Whether something of the form comes from elsewhere, and may be under way when it is sent. */
  function mayWait(form: Form): boolean {
    return form.uploads.size > 0 || form.remote !== undefined || fieldsOf(form).some(hasList);
  }

  /** Waits for all that has to be there when a form is checked. */
  async function settle(form: Form): Promise<void> {
    await awaitUploads(form, engine);
    await awaitLists(engine, fieldsOf(form));
    await form.remote?.settle(fieldsOf(form).map(({ name }) => name));
  }

  /** What keeps a form from being sent; where nothing does, what is sent of it is settled. */
  function judge(form: Form): ActionError | undefined {
    if (sending.isIncomplete(form)) return { kind: 'refused', code: 'form/incomplete' };
    // Checking replaces what a server found wrong with an earlier send: that does not keep the next one back.
    const names = fieldsOf(form).map((field) => field.name);
    const problem = checks.check(form, names);
    if (problem) return problem;
    sending.keepHidden(form);
    form.nests?.keepPlaces();
    return undefined;
  }

  /** What a server chose leaves nothing to be filled in. */
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
    else form.control.setValue(name, value);
    // Rules act on submit: while it is being put right a field is not called wrong.
    form.control.clearErrors(name);
  }

  function initialOf({ initial, plan, scope }: SuppliedField): Value | undefined {
    const result = initial === undefined ? undefined : evaluate(initial, scope);
    return readText(plan.type, result !== undefined && isValue(result) ? result : undefined);
  }

  function begin(form: Form, name: string, field: SuppliedField): boolean {
    const value = initialOf(field);
    const old = valueOf(form, name);
    if (value === old || (value !== undefined && old !== undefined && isEqual(value, old, () => {}))) {
      return false;
    }
    set(form, name, value);
    return true;
  }

  const port: FormsPort = {
    submit(id, run) {
      const form = need(id);
      if (form.sentBy !== undefined && form.sentBy !== run) return 'busy';
      sending.begin(form, run);
      return mayWait(form) ? settle(form).then(() => judge(form)) : judge(form);
    },
    validate(id, names) {
      const form = need(id);
      const all = fieldsOf(form).map((field) => field.name);
      const isMeant = (name: string) =>
        names === undefined || names.some((meant) => name === meant || name.startsWith(`${meant}.`));
      const meant = all.filter(isMeant);
      return form.remote === undefined ? checks.check(form, meant) : checkLater(form, meant);
    },
    reset(id) {
      const form = need(id);
      form.hidden = undefined;
      form.touched.clear();
      drafts.get(form)?.forget();
      for (const uploads of form.uploads.values()) uploads.clear();
      form.remote?.clear();
      const fields = fieldsOf(form);
      const names = fields.map((field) => field.name);
      for (const { name, initial, compute } of fields) {
        if (compute === undefined) set(form, name, initial);
      }
      form.nests?.reset();
      for (const map of form.maps.values()) {
        for (const field of map.fields.values()) begin(form, `${map.name}.${field.name}`, field);
      }
      form.control.clearErrors();
      form.steps?.restart();
      engine.store.batch(() => {
        touch(form, names);
        checks.tell(form, []);
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
      const uploads = form.uploads.get(name)?.view;
      const remote = form.remote?.state(field);
      return {
        // What is in a nest draws itself.
        value: form.nests?.has(name) === true ? undefined : valueOf(form, name),
        isRequired: isRequired(field.rulesNow()),
        ...(uploads === undefined ? {} : { uploads }),
        ...(remote === undefined ? {} : { remote }),
        ...(rows === undefined ? {} : { rows }),
        ...(problem === undefined ? {} : { problem }),
      };
    },
    write(id, name, value, settled) {
      const form = find(id);
      const field = form && findFieldOf(form, name);
      if (!form || !field || field.compute !== undefined) return;
      const old = valueOf(form, name);
      if (settled === undefined) form.touched.add(name);
      set(form, name, emptyAtFirst(field, value));
      touch(form, [name]);
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
      if (state === 'blocked' && !wasClosed) engine.store.touch([newsPath(id)]);
      // While they are read again the fields are what they were.
      if (state !== 'complete' && fields.length === 0 && map.fields.size > 0) return;
      const known = map.fields;
      map.fields = new Map(fields.map((field) => [field.name, field]));
      const changed: string[] = [];
      for (const [field, gone] of known) {
        // Of another kind it is another field: what was typed is no number, and would be sent unseen.
        if (map.fields.get(field)?.plan.type === gone.plan.type) continue;
        const full = `${name}.${field}`;
        // What was wrong with it goes with its node; nobody else reads that.
        const old = valueOf(form, full);
        if (old !== undefined) changed.push(full);
        if (old !== undefined && form.touched.has(full)) {
          drafts.get(form)?.lose(fieldOfMap(form, map, gone), old);
        }
        form.control.forget(full);
        form.touched.delete(full);
      }
      for (const field of fields) {
        const full = `${name}.${field.name}`;
        // What somebody wrote stays; the others take what the reply says now.
        const isOther = !form.touched.has(full) && begin(form, full, field);
        if (isOther) changed.push(full);
      }
      // The map's own entries are others even where no value became another.
      map.values = undefined;
      if (form.steps || isClosed(form) !== wasClosed) engine.store.touch([newsPath(id)]);
      if (changed.length > 0) touch(form, changed);
      // A problem goes with its field, and with a rule that the field has no more.
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
