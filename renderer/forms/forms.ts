import { createFormControl, type UseFormReturn } from 'react-hook-form';
import { findForm } from '../live/lists.ts';
import { ActionFailure, type Engine, type FormsPort } from '../live/live.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Scope, Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { readPath } from '../plan/value.ts';
import { encodeFieldName } from './field-name.ts';
import { findProblem, isRequired } from './rules.ts';

interface FieldPlan {
  readonly name: string;
  readonly rules: readonly ElementPlan[];
  /** Conditions of the field and of what it stands in, inside the form. */
  readonly shownWhen: readonly Expression[];
}

/** Names are made at run time, so the library's types of paths know nothing of them. */
type Control = Pick<
  UseFormReturn,
  'register' | 'trigger' | 'setValue' | 'getValues' | 'getFieldState' | 'setError' | 'clearErrors'
>;

/** The control copies records and lists deeply; held, a value stays the one that was written. */
class Held {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

interface Form {
  readonly id: string;
  /** In document order. */
  readonly fields: ReadonlyMap<string, FieldPlan>;
  readonly dropsHidden: boolean;
  readonly control: Control;
  /** Hidden when the form was last sent: absent to what is sent, until something is written. */
  dropped: ReadonlySet<string>;
}

/**
 * The forms of a screen. A form lives for the visit, drawn or not; its values live in
 * react-hook-form's control and nowhere else, and every change of one is told to the store under
 * `form.<id>.<name>`, so that exactly its readers are computed again.
 */
export function createForms(engine: Engine): FormsPort {
  const forms = new Map<string, Form>();

  /** Forms of a part under `each` are named by their instance: `shelves[P7]/search`. */
  function find(id: string): Form | undefined {
    const known = forms.get(id);
    if (known) return known;
    const placed = findForm(engine.plan, id.replace(/\[[^\]]*\]/g, ''));
    if (!placed) return undefined;
    const form = makeForm(id, placed.plan, (name) => checkField(form, name));
    forms.set(id, form);
    return form;
  }

  function need(id: string): Form {
    const form = find(id);
    if (!form) throw new ActionFailure({ kind: 'unsupported', code: 'form/unknown' });
    return form;
  }

  function scopeOf(form: Form): Scope {
    const node = engine.tree.find(form.id);
    return node ? engine.tree.scopeOf(node) : engine.scope;
  }

  /** A hidden field has no rules: nobody could put it right. */
  function isShown(field: FieldPlan, scope: Scope): boolean {
    return field.shownWhen.every((condition) => evaluate(condition, scope) === true);
  }

  function checkField(form: Form, name: string): string | undefined {
    const field = form.fields.get(name);
    const scope = scopeOf(form);
    if (!field || !isShown(field, scope)) return undefined;
    return findProblem(field.rules, valueOf(form, name), scope);
  }

  function touch(form: Form, names: Iterable<string>): void {
    engine.store.touch([...names].map((name) => `form.${form.id}.${name}`));
  }

  async function check(form: Form, names: readonly string[]): Promise<ActionError | undefined> {
    await form.control.trigger(names.map(encodeFieldName));
    touch(form, names);
    for (const name of names) {
      const message = problemOf(form, name);
      if (message !== undefined) return { kind: 'invalid', message, pointer: name };
    }
    return undefined;
  }

  return {
    async submit(id) {
      const form = need(id);
      // What a server found wrong with an earlier send does not keep the next one back.
      form.control.clearErrors();
      const problem = await check(form, [...form.fields.keys()]);
      if (problem) return problem;
      const scope = scopeOf(form);
      const hidden = [...form.fields.values()].filter((field) => !isShown(field, scope));
      form.dropped = new Set(form.dropsHidden ? hidden.map((field) => field.name) : []);
      touch(form, form.dropped);
      return undefined;
    },
    async validate(id, names) {
      const form = need(id);
      return check(form, names?.filter((name) => form.fields.has(name)) ?? [...form.fields.keys()]);
    },
    reset(id) {
      const form = need(id);
      form.dropped = new Set();
      for (const name of form.fields.keys()) form.control.setValue(encodeFieldName(name), undefined);
      form.control.clearErrors();
      touch(form, form.fields.keys());
    },
    read([, id = '', name = '', ...rest]) {
      const form = find(id);
      if (!form || form.dropped.has(name)) return undefined;
      return readPath(valueOf(form, name), rest);
    },
    field(id, name) {
      const form = find(id);
      const field = form?.fields.get(name);
      if (!form || !field) return { value: undefined, isRequired: false };
      const problem = problemOf(form, name);
      return {
        value: valueOf(form, name),
        isRequired: isRequired(field.rules, scopeOf(form)),
        ...(problem === undefined ? {} : { problem }),
      };
    },
    write(id, name, value) {
      const form = find(id);
      if (!form?.fields.has(name)) return;
      const again = form.dropped;
      form.dropped = new Set();
      form.control.setValue(encodeFieldName(name), value === undefined ? undefined : new Held(value));
      // Rules act on submit: while it is being put right a field is not called wrong.
      form.control.clearErrors(encodeFieldName(name));
      touch(form, [name, ...again]);
    },
    blame(id, problems) {
      const form = find(id);
      const names = Object.keys(problems).filter((name) => form?.fields.has(name));
      if (!form || names.length === 0) return;
      for (const name of names) {
        form.control.setError(encodeFieldName(name), { type: 'server', message: problems[name] ?? '' });
      }
      touch(form, names);
    },
  };
}

function makeForm(id: string, plan: NodePlan, checkField: (name: string) => string | undefined): Form {
  const control = createFormControl({ shouldUnregister: false });
  // What its React binding does once it is drawn; ours lives whether drawn or not.
  control.control._state.mount = true;
  const fields = new Map<string, FieldPlan>();
  for (const field of fieldsOf(plan.slots, [])) {
    fields.set(field.name, field);
    control.register(encodeFieldName(field.name), { validate: () => checkField(field.name) ?? true });
  }
  return { id, fields, control, dropsHidden: plan.props?.['hidden'] !== 'keep', dropped: new Set() };
}

function* fieldsOf(slots: NodePlan['slots'], around: readonly Expression[]): Generator<FieldPlan> {
  for (const node of Object.values(slots ?? {}).flat()) {
    const shownWhen = node.visible === undefined ? around : [...around, node.visible];
    const name = node.props?.['name'];
    if (typeof name === 'string') yield { name, rules: node.lists?.['rules'] ?? [], shownWhen };
    yield* fieldsOf(node.slots, shownWhen);
  }
}

function valueOf(form: Form, name: string): Value | undefined {
  const held: unknown = form.control.getValues(encodeFieldName(name));
  return held instanceof Held ? held.value : undefined;
}

function problemOf(form: Form, name: string): string | undefined {
  return form.control.getFieldState(encodeFieldName(name)).error?.message;
}
